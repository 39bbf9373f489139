import Foundation
import SafeMediaAnalyzers
import SafeMediaFrames
import SafeMediaKit
import SafeMediaKitTesting
import Synchronization
import Testing

@testable import SafeMediaStream

extension PipelineTests {
    /// Images and videos, judged by the models of streams.
    @MainActor @Suite(.timeLimit(.minutes(1)))
    struct FiniteTests {
        /// Keeps the samples it is given; sensitive from a mean of 200 on, or as told.
        private final class Watcher: FrameAnalyzing {
            let name = "watcher"
            let sampleFormat: SampleFormat
            private let kept = Mutex<[SamplePicture]>([])
            private let judge: @Sendable (SamplePicture) async throws -> FrameVerdict

            init(
                _ sampleFormat: SampleFormat = SampleFormat(
                    channels: .rgb, size: .stretched(width: 16, height: 16), resampling: .area),
                judge: @escaping @Sendable (SamplePicture) async throws -> FrameVerdict = { picture in
                    let sum = picture.bytes.reduce(0) { $0 + Int($1) }
                    return ScriptedModel.verdict(sum / picture.bytes.count >= 200 ? .sensitive : .safe)
                }
            ) {
                self.sampleFormat = sampleFormat
                self.judge = judge
            }

            var pictures: [SamplePicture] { kept.withLock { $0 } }
            var indices: [Int] { pictures.map { TestPicture.index(at: $0.time) } }

            @concurrent func analyze(_ picture: SamplePicture) async throws -> FrameVerdict {
                kept.withLock { $0.append(picture) }
                return try await judge(picture)
            }
        }

        private func grey(_ level: UInt8, width: Int = 32, height: Int = 24) throws -> SafeMediaSource {
            .image(
                try SafeMediaPixelImage(
                    width: width, height: height, rgb: [UInt8](repeating: level, count: width * height * 3)))
        }

        private func error(_ analyzer: ModelMediaAnalyzer, _ source: SafeMediaSource) async -> SafeMediaError? {
            do {
                _ = try await analyzer.analyze(source)
                return nil
            } catch {
                return error as? SafeMediaError
            }
        }

        // MARK: Images

        @Test func anImageInMemoryReachesTheModelUntouched() async throws {
            let watcher = Watcher(
                SampleFormat(channels: .rgb, size: .stretched(width: 2, height: 2), resampling: .nearest))
            let bytes: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30]
            let verdict = try await ModelMediaAnalyzer(models: [watcher])
                .analyze(.image(try SafeMediaPixelImage(width: 2, height: 2, rgb: bytes)))
            #expect(watcher.pictures.map(\.bytes) == [bytes])
            #expect(verdict.sensitivity == .safe)
        }

        @Test func imagesAreJudged() async throws {
            let analyzer = ModelMediaAnalyzer(models: [Watcher()])
            #expect(try await analyzer.analyze(grey(10)).sensitivity == .safe)
            #expect(try await analyzer.analyze(grey(250)).sensitivity == .sensitive)
        }

        @Test(arguments: [
            ("NUDITY", SafeMediaSensitivity.sensitive, [SafeMediaContentType.nudity]), ("UNKNOWN", .unknown, []),
            ("unrelated", .safe, []),
        ])
        func imageFilesAreJudged(
            _ name: String, _ sensitivity: SafeMediaSensitivity, _ types: [SafeMediaContentType]
        ) async throws {
            let analyzer = ModelMediaAnalyzer(models: [TestPatternAnalyzer()])
            // The fixture has a pixel a module; six let it be read.
            let code = [UInt8](try Data(contentsOf: Fixture.url("test-pattern/\(name).pgm")).suffix(33 * 33))
            let lines = (0..<198).flatMap { y in (0..<198).map { x in code[y / 6 * 33 + x / 6] } }
            let file = try TemporaryFile(Array("P5\n198 198\n255\n".utf8) + lines, ending: "pgm")
            let verdict = try await analyzer.analyze(.imageFile(file.url))
            #expect(verdict.sensitivity == sensitivity)
            #expect(verdict.contentTypes == Set(types))
        }

        @Test func imagesThatCannotBeReadSaySo() async throws {
            let analyzer = ModelMediaAnalyzer(models: [Watcher()])
            let garbage = try TemporaryFile(Array("this is no picture".utf8), ending: "png")
            let empty = try TemporaryFile([], ending: "jpg")
            #expect(await error(analyzer, .imageFile(URL(fileURLWithPath: "/nonexistent.png"))) == .imageLoadingFailed)
            #expect(await error(analyzer, .imageFile(garbage.url)) == .imageLoadingFailed)
            #expect(await error(analyzer, .imageFile(empty.url)) == .imageLoadingFailed)
            let remote = try #require(URL(string: "https://localhost/picture.png"))
            #expect(await error(analyzer, .imageFile(remote)) == .unsupportedMediaType)
        }

        // MARK: Videos

        @Test func firstLastAndOneInEachIntervalAreJudged() async throws {
            let clip = try await Clip([UInt8](repeating: 100, count: 60))
            let watcher = Watcher()
            let verdict = try await ModelMediaAnalyzer(models: [watcher]).analyze(.videoFile(clip.url))
            #expect(verdict.sensitivity == .safe)
            #expect(watcher.indices == [0, 25, 50, 59])
        }

        @Test func everyPictureIsJudgedWhereAskedFor() async throws {
            let clip = try await Clip([UInt8](repeating: 100, count: 20))
            let watcher = Watcher()
            _ = try await ModelMediaAnalyzer(models: [watcher], sampleInterval: .zero).analyze(.videoFile(clip.url))
            #expect(watcher.indices == Array(0..<20))
        }

        @Test func aFlashBetweenSamplesIsFound() async throws {
            var levels = [UInt8](repeating: 60, count: 50)
            levels[13] = 230
            let clip = try await Clip(levels)
            let watcher = Watcher()
            let verdict = try await ModelMediaAnalyzer(models: [watcher]).analyze(.videoFile(clip.url))
            #expect(verdict.sensitivity == .sensitive)
            // The first sensitive picture ends it.
            #expect(watcher.indices == [0, 13])
        }

        @Test func theLastPictureCounts() async throws {
            var levels = [UInt8](repeating: 60, count: 20)
            levels[19] = 230
            let clip = try await Clip(levels)
            #expect(
                try await ModelMediaAnalyzer(models: [Watcher()]).analyze(.videoFile(clip.url)).sensitivity
                    == .sensitive)
        }

        @Test func theStrictestVerdictOfAVideoWins() async throws {
            let clip = try await Clip([UInt8](repeating: 100, count: 60))
            let model = Watcher { picture in
                ScriptedModel.verdict(TestPicture.index(at: picture.time) == 25 ? .unknown : .safe)
            }
            let analyzer = ModelMediaAnalyzer(models: [Watcher(), model])
            #expect(try await analyzer.analyze(.videoFile(clip.url)).sensitivity == .unknown)
        }

        @Test func filesWithoutMovingPicturesAreUnsupported() async throws {
            // A second of silence: 8-bit mono PCM at 8 kHz.
            func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
            let header =
                Array("RIFF".utf8) + bytes(8036, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2)
                + bytes(1, 2) + bytes(8000, 4) + bytes(8000, 4) + bytes(1, 2) + bytes(8, 2) + Array("data".utf8)
                + bytes(8000, 4)
            let sound = try TemporaryFile(header + [UInt8](repeating: 128, count: 8000), ending: "wav")
            let analyzer = ModelMediaAnalyzer(models: [Watcher()])
            #expect(await error(analyzer, .videoFile(sound.url)) == .unsupportedMediaType)
            #expect(await error(analyzer, .imageFile(sound.url)) == .imageLoadingFailed)
        }

        @Test func videosThatCannotBeReadSaySo() async throws {
            let garbage = try TemporaryFile([UInt8](repeating: 7, count: 5000), ending: "mp4")
            let analyzer = ModelMediaAnalyzer(models: [Watcher()])
            for url in [garbage.url, URL(fileURLWithPath: "/nonexistent.mp4")] {
                guard case .analysisFailed(let text)? = await error(analyzer, .videoFile(url)) else {
                    Issue.record("\(url) was read")
                    continue
                }
                #expect(text.hasPrefix("the video cannot be read: "))
            }
        }

        /// The same file through a stream and through this: the model is given the very same bytes.
        @Test func samplesAreTheSameAsAStreams() async throws {
            let file = Fixture.url("media/demo.mp4")
            let inStream = Watcher()
            let inFile = Watcher()
            let sink = RecordingSink()
            var configuration = StreamConfiguration(
                input: .path(file.path), output: .sink(sink), analyzers: [inStream])
            configuration.sampleInterval = .everyFrame
            let control = try await StreamPipeline(configuration).start(policy: .adultMinimal) { _ in }
            _ = try await control.waitForCompletion()
            _ = try await ModelMediaAnalyzer(models: [inFile], sampleInterval: .zero).analyze(.videoFile(file))
            // The first sensitive picture ends the file's analysis.
            let count = inFile.pictures.count
            #expect(count > 0)
            #expect(inStream.pictures.prefix(count).map(\.bytes) == inFile.pictures.map(\.bytes))
        }

        // MARK: Models

        @Test func aModelThatThrowsFailsTheAnalysis() async throws {
            let analyzer = ModelMediaAnalyzer(models: [ScriptedModel(name: "thrower") { _ in .fail }])
            #expect(await error(analyzer, try grey(10)) == .analysisFailed("thrower: Failure()"))
        }

        @Test func aModelThatHangsTimesOutAndIsAskedTwiceAtMost() async throws {
            let gate = Gate()
            let model = ScriptedModel(name: "hanger") { _ in
                await gate.wait()
                return .clear
            }
            let analyzer = ModelMediaAnalyzer(models: [model], timeout: StreamTime(seconds: 0.1))
            for _ in 0..<2 {
                #expect(await error(analyzer, try grey(10)) == .analysisFailed("hanger did not answer within 0.1 s"))
            }
            #expect(
                await error(analyzer, try grey(10)) == .analysisFailed("a model has not returned from earlier calls"))
            #expect(model.asked.count == 2)
            gate.open()
            var verdict: SafeMediaVerdict?
            while verdict == nil { verdict = try? await analyzer.analyze(grey(10)) }
            #expect(verdict?.sensitivity == .safe)
        }

        @Test func cancellationEndsItThoughTheModelHangs() async throws {
            let gate = Gate()
            defer { gate.open() }
            let hasBegun = Gate()
            let analyzer = ModelMediaAnalyzer(models: [
                ScriptedModel { _ in
                    hasBegun.open()
                    await gate.wait()
                    return .clear
                }
            ])
            let source = try grey(10)
            let task = Task { try await analyzer.analyze(source) }
            await hasBegun.wait()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }

        @Test func aCancelledTaskJudgesNothing() async throws {
            let watcher = Watcher()
            let source = try grey(10)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await ModelMediaAnalyzer(models: [watcher]).analyze(source)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(watcher.pictures.isEmpty)
        }

        @Test func availabilityIsTheModels() async {
            #expect(await ModelMediaAnalyzer(models: []).availability() == .unavailable(.missingFramework))
            let missing = ScriptedModel(availability: { .unavailable(.analysisPolicyDisabled) }) { _ in .clear }
            #expect(await ModelMediaAnalyzer(models: [Watcher()]).availability() == .available)
            #expect(
                await ModelMediaAnalyzer(models: [Watcher(), missing]).availability()
                    == .unavailable(.analysisPolicyDisabled))
        }

        // MARK: With an engine

        @Test func anEngineDecidesAndCaches() async throws {
            let watcher = Watcher()
            let cache = InMemorySafeMediaVerdictCache()
            let engine = SafeMediaEngine(analyzer: ModelMediaAnalyzer(models: [watcher]), cache: cache)
            let white = try TemporaryFile(
                Array("P6\n8 8\n255\n".utf8) + [UInt8](repeating: 255, count: 192), ending: "ppm")
            for _ in 0..<2 {
                let decision = await engine.evaluate(
                    .imageFile(white.url), context: .incomingMessage, policy: .teenMessaging)
                #expect(decision.action == .blurWithReveal)
                #expect(decision.reason == .sensitiveDetected)
            }
            #expect(watcher.pictures.count == 1)
            // Another size is another file.
            try Data(Array("P6\n8 4\n255\n".utf8) + [UInt8](repeating: 0, count: 96)).write(to: white.url)
            let decision = await engine.evaluate(
                .imageFile(white.url), context: .incomingMessage, policy: .teenMessaging)
            #expect(decision.action == .allow)
            #expect(watcher.pictures.count == 2)
        }

        @Test func anEngineMapsFailuresAndUnavailability() async throws {
            let failing = SafeMediaEngine(analyzer: ModelMediaAnalyzer(models: [ScriptedModel { _ in .fail }]))
            let failed = await failing.evaluate(try grey(10), context: .profileAvatar, policy: .childStrict)
            #expect(failed.action == .block)
            #expect(failed.reason == .analysisFailed)
            let none = SafeMediaEngine(analyzer: ModelMediaAnalyzer(models: []))
            let unavailable = await none.evaluate(try grey(10), context: .profileAvatar, policy: .adultMinimal)
            #expect(unavailable.action == .allow)
            #expect(unavailable.reason == .unavailableByPolicy)
        }

        @Test func evaluationsRunSideBySide() async throws {
            let together = Mutex(0)
            let gate = Gate()
            let analyzer = ModelMediaAnalyzer(models: [
                ScriptedModel { _ in
                    if together.withLock({ count in
                        count += 1; return count == 4
                    }) {
                        gate.open()
                    }
                    await gate.wait()
                    return .clear
                }
            ])
            let engine = SafeMediaEngine(analyzer: analyzer)
            let source = try grey(10)
            let tasks = (0..<4).map { _ in
                Task { await engine.evaluate(source, context: .feedThumbnail, policy: .teenMessaging) }
            }
            for task in tasks { #expect(await task.value.action == .allow) }
        }
    }
}
