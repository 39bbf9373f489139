import SafeMediaFrames
import SafeMediaKit
import Synchronization

/// A model whose answers are written down by the frame's number.
final class ScriptedModel: FrameAnalyzing {
    struct Failure: Error {}

    enum Answer: Sendable {
        case clear
        case sensitive(Set<SafeMediaContentType> = [.nudity])
        case unknown
        case fail
    }

    let name: String
    let sampleFormat: SampleFormat
    private let script: @Sendable (_ index: Int) async throws -> Answer
    private let isAvailable: @Sendable () -> SafeMediaAvailability
    private let calls = Mutex<[Int]>([])
    private let answers = Mutex(0)

    init(
        name: String = "script",
        sampleFormat: SampleFormat = SampleFormat(
            channels: .gray, size: .stretched(width: 8, height: 8), resampling: .area),
        availability: @escaping @Sendable () -> SafeMediaAvailability = { .available },
        _ script: @escaping @Sendable (_ index: Int) async throws -> Answer
    ) {
        self.name = name
        self.sampleFormat = sampleFormat
        self.script = script
        isAvailable = availability
    }

    /// The numbers of the frames that the model was given, in order.
    var asked: [Int] { calls.withLock { $0 } }

    /// How many calls have returned or thrown.
    var answered: Int { answers.withLock { $0 } }

    func availability() async -> SafeMediaAvailability { isAvailable() }

    @concurrent func analyze(_ picture: SamplePicture) async throws -> FrameVerdict {
        let index = TestPicture.index(at: picture.time)
        calls.withLock { $0.append(index) }
        defer { answers.withLock { $0 += 1 } }
        switch try await script(index) {
        case .clear: return Self.verdict(.safe)
        case .sensitive(let types): return Self.verdict(.sensitive, types)
        case .unknown: return Self.verdict(.unknown)
        case .fail: throw Failure()
        }
    }

    static func verdict(
        _ sensitivity: SafeMediaSensitivity, _ types: Set<SafeMediaContentType> = []
    ) -> FrameVerdict {
        FrameVerdict(
            verdict: SafeMediaVerdict(
                sensitivity: sensitivity, contentTypes: types, guidance: .none, availability: .available))
    }
}
