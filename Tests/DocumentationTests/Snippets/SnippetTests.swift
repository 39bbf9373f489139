import Foundation
import SafeMediaAnalyzers
import SafeMediaFrames
import SafeMediaKit
import SafeMediaKitTesting
import SafeMediaStream
import Synchronization
import Testing

/// The pieces of Swift in the articles do what is said of them.
@Suite(.timeLimit(.minutes(1)))
struct SnippetTests {
    @Test @MainActor func aDoubleInterruptsTheVideo() async {
        let analyzer = MockStreamAnalyzer(events: [.success(.mockSensitiveVideo)])
        let engine = SafeMediaStreamEngine(analyzer: analyzer)
        var actions: [SafeMediaAction] = []
        let session = await engine.start(policy: .childStrict) { event in
            if case .decision(let decision) = event { actions.append(decision.action) }
        }
        await session.waitForCompletion()
        #expect(actions == [.interruptVideo])
        #expect(analyzer.endAnalysisCallCount == 1)
    }

    @Test func aPolicyOfOnesOwn() {
        let policy = SafeMediaPolicy(
            sensitiveAction: .block, unknownAction: .blur, unavailableAction: .blur, failureAction: .blur,
            allowReveal: false, allowReport: false, streamSensitiveAction: .blur)
        #expect(policy.streamSensitiveAction == .blur)
        #expect(policy.blurRadius == 18)
    }

    @Test func theReddestPictureIsSensitive() async throws {
        let red = SamplePicture(
            width: 2, height: 2, channels: .rgb, bytes: Array(repeating: [255, 0, 0], count: 4).flatMap(\.self))
        let gray = SamplePicture(width: 2, height: 2, channels: .rgb, bytes: Array(repeating: 128, count: 12))
        #expect(try await RednessModel().analyze(red).verdict.sensitivity == .sensitive)
        #expect(try await RednessModel().analyze(red).scores == ["red": 1])
        #expect(try await RednessModel().analyze(gray).verdict.sensitivity == .safe)
    }

    /// The fixture is one pixel a module; a reader wants them larger.
    private func enlarged(_ fixture: String) throws -> Data {
        let data = try Data(contentsOf: Repository.root.appendingPathComponent(fixture))
        let header = data.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        let size = String(decoding: header[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        try #require(header.count == 4 && size.count == 2 && header[3].count == size[0] * size[1])
        let factor = 8
        var result = Data("P5\n\(size[0] * factor) \(size[1] * factor)\n255\n".utf8)
        for row in 0..<size[1] {
            let line = header[3].dropFirst(row * size[0]).prefix(size[0])
            let wide = line.flatMap { Array(repeating: $0, count: factor) }
            for _ in 0..<factor { result.append(contentsOf: wide) }
        }
        return result
    }

    @Test func aPictureInAFileIsJudged() async throws {
        let picture = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pgm")
        try enlarged("Fixtures/test-pattern/NUDITY.pgm").write(to: picture)
        defer { try? FileManager.default.removeItem(at: picture) }
        let analyzer = ModelMediaAnalyzer(models: [TestPatternAnalyzer()])
        let engine = SafeMediaEngine(analyzer: analyzer, cache: InMemorySafeMediaVerdictCache())
        let decision = await engine.evaluate(.imageFile(picture), context: .incomingMessage, policy: .teenMessaging)
        #expect(decision.action == .blurWithReveal)
        #expect(decision.reason == .sensitiveDetected)
        #expect(decision.verdict.contentTypes == [.nudity])
    }

    /// Which frames came out, and which of them concealed.
    private final class Recorder: FrameSink {
        let frames = Mutex<[(time: StreamTime, isConcealed: Bool)]>([])

        func receive(_ frame: any StreamedFrame, at time: StreamTime, isConcealed: Bool) throws {
            frames.withLock { $0.append((time, isConcealed)) }
        }

        func finish() {}
    }

    @Test func aScriptDecidesWhichFramesComeBackClear() async throws {
        let from = StreamTime(nanoseconds: 400_000_000)
        let model = ScriptedModel { $0 < from ? .mockSafe : .mockSensitive }
        let feed = try FrameFeed(width: 64, height: 32, pixelFormat: "gray")
        let recorder = Recorder()
        var configuration = StreamConfiguration(input: .frames(feed), output: .sink(recorder), analyzers: [model])
        configuration.isLive = false
        configuration.sampleInterval = .everyFrame
        let control = try await StreamPipeline(configuration).start(policy: .teenMessaging) { _ in }
        Thread.detachNewThread {
            for number in 0..<20 {
                _ = try? feed.push(at: StreamTime(nanoseconds: Int64(number) * 40_000_000)) { picture in
                    for plane in picture.planes {
                        for y in 0..<picture.format.height {
                            plane.line(y).initializeMemory(as: UInt8.self, repeating: 90, count: picture.format.width)
                        }
                    }
                }
            }
            feed.finish()
        }
        let summary = try await control.waitForCompletion()
        #expect(summary.frames == 20)
        #expect(summary.concealed == 10)
        for frame in recorder.frames.withLock({ $0 }) {
            #expect(frame.isConcealed == (frame.time >= from))
        }
    }

    /// The description in the article is one that the classifier takes.
    @Test func theDescriptionInTheArticleIsRead() throws {
        let article = try Repository.text("Sources/SafeMediaAnalyzers/SafeMediaAnalyzers.docc/WritingAnAnalyzer.md")
        let block = try #require(CodeBlock.all(in: article)?.first { $0.language == "json" })
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        try block.text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let classifier = try ONNXClassifier(description: file)
        #expect(classifier.name == "my-model")
    }
}
