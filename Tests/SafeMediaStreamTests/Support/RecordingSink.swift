import SafeMediaFrames
import Synchronization

@testable import SafeMediaStream

/// Keeps everything that a pipeline released.
final class RecordingSink: FrameSink {
    struct Entry: Sendable, Hashable {
        let picture: SeenPicture
        let time: StreamTime
        let isConcealed: Bool

        /// The source frame that is seen; nil where none is.
        var index: Int? { picture.sourceIndex }
    }

    private let state = Mutex<(entries: [Entry], finishes: Int)>(([], 0))
    private let onFrame: @Sendable (_ count: Int) throws -> Void

    /// - Parameter onFrame: called before a frame is kept, with the number of frames before it.
    init(onFrame: @escaping @Sendable (_ count: Int) throws -> Void = { _ in }) {
        self.onFrame = onFrame
    }

    func receive(_ frame: any StreamedFrame, at time: StreamTime, isConcealed: Bool) throws {
        try onFrame(entries.count)
        let entry = Entry(picture: SeenPicture(frame), time: time, isConcealed: isConcealed)
        state.withLock { $0.entries.append(entry) }
    }

    func finish() {
        state.withLock { $0.finishes += 1 }
    }

    var entries: [Entry] { state.withLock { $0.entries } }
    var finishes: Int { state.withLock { $0.finishes } }
    /// The numbers of the frames that were seen.
    var clear: [Int] { entries.compactMap(\.index) }
    /// The places of the frames that were concealed.
    var concealed: [Int] { entries.indices.filter { entries[$0].isConcealed } }
    var times: [StreamTime] { entries.map(\.time) }
}
