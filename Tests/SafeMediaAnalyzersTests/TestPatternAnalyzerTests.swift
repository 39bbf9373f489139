import SafeMediaFrames
import SafeMediaKit
import Synchronization
import Testing

@testable import SafeMediaAnalyzers

@Suite struct TestPatternAnalyzerTests {
    let analyzer = TestPatternAnalyzer()

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("NUDITY", SafeMediaContentType.nudity), ("SEXUALLYEXPLICIT", .sexuallyExplicit),
            ("GOREORVIOLENCE", .goreOrViolence), ("UNKNOWNSENSITIVE", .unknownSensitive),
            ("SOMETHINGELSE", .unknownSensitive),
        ])
    func sensitiveContent(name: String, type: SafeMediaContentType) async throws {
        let result = try await analyzer.analyze(try GrayCanvas.holding(name).picture)
        #expect(result.verdict.sensitivity == .sensitive)
        #expect(result.verdict.contentTypes == [type])
        #expect(
            result.verdict.guidance
                == SafeMediaGuidance(
                    shouldIndicateSensitivity: true, shouldInterruptVideo: true, shouldMuteAudio: false))
        #expect(result.verdict.availability == .available)
        #expect(result.scores == [name == "SOMETHINGELSE" ? "UNKNOWNSENSITIVE" : name: 1])
    }

    @Test(.timeLimit(.minutes(1))) func regionLiesOnTheCode() async throws {
        let canvas = try GrayCanvas.holding("NUDITY")
        let region = try #require(try await analyzer.analyze(canvas.picture).regions.first)
        // The code without its quiet zone of 4 modules: 33 - 8 = 25 modules of 5 pixels from (40, 110).
        #expect(abs(region.x * 640 - 40) < 5 && abs(region.y * 360 - 110) < 5)
        #expect(abs(region.width * 640 - 125) < 10 && abs(region.height * 360 - 125) < 10)
    }

    @Test(.timeLimit(.minutes(1))) func unknownContent() async throws {
        let result = try await analyzer.analyze(try GrayCanvas.holding("UNKNOWN").picture)
        #expect(result.verdict.sensitivity == .unknown)
        #expect(result.verdict.contentTypes.isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func everythingElseIsSafe() async throws {
        let plain = [GrayCanvas(width: 640, height: 360), GrayCanvas(width: 1, height: 1)]
        for canvas in plain + [try GrayCanvas.holding("unrelated")] {
            let result = try await analyzer.analyze(canvas.picture)
            #expect(result.verdict.sensitivity == .safe)
            #expect(result.scores.isEmpty && result.regions.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(1))) func errorThrows() async throws {
        let picture = try GrayCanvas.holding("ERROR").picture
        await #expect(throws: AnalyzerError.self) { try await analyzer.analyze(picture) }
    }

    @Test(.timeLimit(.minutes(1))) func wrongChannelsThrow() async throws {
        let picture = SamplePicture(width: 1, height: 1, channels: .rgb, bytes: [0, 0, 0])
        await #expect(throws: AnalyzerError.self) { try await analyzer.analyze(picture) }
    }

    @Test(.timeLimit(.minutes(1))) func theStrictestOfSeveralCodesHolds() async throws {
        let all = try await analyzer.analyze(try GrayCanvas.holding("UNKNOWN", "GOREORVIOLENCE", "NUDITY").picture)
        #expect(all.verdict.sensitivity == .sensitive)
        #expect(all.verdict.contentTypes == [.goreOrViolence, .nudity])
        #expect(Set(all.scores.keys) == ["UNKNOWN", "GOREORVIOLENCE", "NUDITY"])
        // Sensitive latches and the others do not, so neither an error nor a hang may stand in its way.
        let loud = try await analyzer.analyze(try GrayCanvas.holding("ERROR", "NUDITY", "HANG").picture)
        #expect(loud.verdict.sensitivity == .sensitive)
        let picture = try GrayCanvas.holding("UNKNOWN", "ERROR").picture
        await #expect(throws: AnalyzerError.self) { try await analyzer.analyze(picture) }
    }

    @Test(.timeLimit(.minutes(1))) func mutesWhereAsked() async throws {
        let quiet = TestPatternAnalyzer(mutesAudio: true)
        let result = try await quiet.analyze(try GrayCanvas.holding("NUDITY").picture)
        #expect(result.verdict.guidance.shouldMuteAudio)
        let safe = try await quiet.analyze(GrayCanvas(width: 64, height: 64).picture)
        #expect(safe.verdict.guidance == .none)
    }

    /// The hanging call is left behind as a pipeline leaves it: it never ends, not even cancelled, and holds no thread
    /// that the others would need.
    @Test(.timeLimit(.minutes(1))) func hangNeverAnswersAndHoldsNobodyUp() async throws {
        let hanging = try GrayCanvas.holding("HANG").picture
        let answered = Counter()
        let tasks = (0..<64).map { _ in
            Task.detached { [analyzer] in
                _ = try? await analyzer.analyze(hanging)
                answered.count()
            }
        }
        for task in tasks { task.cancel() }
        for _ in 0..<8 {
            let result = try await analyzer.analyze(try GrayCanvas.holding("NUDITY").picture)
            #expect(result.verdict.sensitivity == .sensitive)
        }
        #expect(answered.value == 0)
    }

    @Test(.timeLimit(.minutes(1))) func severalCallsAtOnce() async throws {
        let names = ["NUDITY", "GOREORVIOLENCE", "UNKNOWN", "SEXUALLYEXPLICIT"]
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<32 {
                group.addTask { [analyzer] in
                    let name = names[index % names.count]
                    return try await analyzer.analyze(try GrayCanvas.holding(name).picture).scores == [name: 1]
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["NUDITY", "GOREORVIOLENCE"])
    func readsDimAndSoftCodes(name: String) async throws {
        let canvas = try GrayCanvas.holding(name)
        let variants = [
            canvas.blurred(), canvas.blurred().blurred(),
            canvas.mapped { 20 + $0 / 5 }, canvas.mapped { 200 + $0 / 6 }, canvas.mapped { $0 / 6 }.blurred(),
        ]
        for (index, variant) in variants.enumerated() {
            let result = try await analyzer.analyze(variant.picture)
            #expect(result.verdict.sensitivity == .sensitive, "variant \(index)")
        }
    }

    @Test func otherPayloadsAreNotOurs() {
        #expect(TestPatternContent(payload: Array("safemedia-test:NUDITY".utf8)) == nil)
        #expect(TestPatternContent(payload: []) == nil)
        #expect(TestPatternContent(payload: Array("SAFEMEDIA-TEST".utf8)) == nil)
        #expect(TestPatternContent(payload: Array("SAFEMEDIA-TEST:".utf8)) == .sensitive(.unknownSensitive))
        #expect(TestPatternContent(payload: Array("SAFEMEDIA-TEST:nudity".utf8)) == .sensitive(.unknownSensitive))
        #expect(TestPatternContent(payload: Array("SAFEMEDIA-TEST:".utf8) + [0xFF]) == .sensitive(.unknownSensitive))
    }
}

/// Counts from any task.
private final class Counter: Sendable {
    private let storage = Atomic(0)
    var value: Int { storage.load(ordering: .sequentiallyConsistent) }
    func count() { storage.add(1, ordering: .sequentiallyConsistent) }
}
