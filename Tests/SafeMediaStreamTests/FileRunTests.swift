import Foundation
import SafeMediaFrames
import SafeMediaKit
import Synchronization
import Testing

@testable import SafeMediaStream

extension PipelineTests {
    /// Whole runs of files' semantics: nothing depends on when answers come.
    @MainActor @Suite(.timeLimit(.minutes(1)))
    struct FileRunTests {
        @Test func everyClearFramePassesOnceInOrder() async throws {
            let world = try World { _ in .clear }
            let summary = try await world.run(300)
            #expect(world.sink.clear == Array(0..<300))
            #expect(world.sink.times == (0..<300).map(TestPicture.time))
            #expect(world.sink.concealed.isEmpty)
            #expect(world.sink.finishes == 1)
            #expect(summary.outcome == .completed)
            #expect(summary.frames == 300)
            #expect(summary.concealed == 0)
            #expect(summary.samples == 300)
            #expect(summary.position == TestPicture.time(299))
        }

        @Test func handlerHearsPreparingReadyAndTheFirstVerdict() async throws {
            let world = try World { _ in .clear }
            try await world.run(3)
            #expect(world.events.count == 3)
            #expect(world.events.prefix(2) == [.preparing, .ready])
            #expect(world.decisions.map(\.action) == [.allow])
            #expect(world.decisions.first?.reason == .safe)
        }

        /// Rule 11: even one frame's decision reaches the handler before the run ends.
        @Test func oneFrameIsEnoughForADecision() async throws {
            for _ in 0..<20 {
                let world = try World { _ in .clear }
                let summary = try await world.run(1)
                #expect(world.decisions.count == 1)
                #expect(summary.decisions == 1)
                #expect(world.sink.clear == [0])
            }
        }

        @Test func lastSampleSensitiveIsToldBeforeTheEnd() async throws {
            let world = try World { $0 == 9 ? .sensitive() : .clear }
            let summary = try await world.run(10)
            #expect(world.sink.clear == Array(0..<9))
            #expect(world.decisions.map(\.action) == [.allow, .blurWithReveal])
            #expect(summary.outcome == .completed)
        }

        @Test func sensitiveClosesBackToTheLastClearSampleAndStaysClosed() async throws {
            let world = try World(configure: { $0.sampleInterval = .time(TestPicture.step * 5) }) {
                (20..<25).contains($0) ? .sensitive() : .clear
            }
            try await world.run(60)
            // Samples lie on multiples of five; 15 was the last clear one.
            #expect(world.sink.clear == Array(0...15))
            #expect(world.sink.concealed == Array(16..<60))
            #expect(world.sink.entries.count == 60)
            for entry in world.sink.entries.dropFirst(16) { #expect(entry.picture.isBlank) }
        }

        @Test func resumesAfterSafeTime() async throws {
            let world = try World(configure: { $0.resume = .whenSafe(TestPicture.step * 10) }) {
                (20..<30).contains($0) ? .sensitive() : .clear
            }
            try await world.run(60)
            #expect(world.sink.clear == Array(0..<20) + Array(40..<60))
            #expect(world.decisions.map(\.action) == [.allow, .blurWithReveal])
        }

        @Test func unknownConcealsToTheNextClearSample() async throws {
            let world = try World { $0 == 7 ? .unknown : .clear }
            try await world.run(20)
            #expect(world.sink.clear == Array(0..<7) + Array(8..<20))
            #expect(world.decisions.map(\.reason).contains(.unknownByPolicy))
        }

        @Test func theGateIsClosedBeforeAndWhileTheHandlerRuns() async throws {
            let world = try World { $0 >= 5 ? .sensitive() : .clear }
            let released = Mutex<[Int]>([])
            let sink = world.sink
            world.onDecision = { decision, _ in
                guard decision.action == .blurWithReveal else { return }
                // Gives the writing thread time in which it must not use it.
                let end = ContinuousClock.now + .milliseconds(50)
                while ContinuousClock.now < end {}
                released.withLock { $0 = Array(0..<sink.entries.count) }
            }
            try await world.run(10)
            let before = released.withLock { $0.count }
            #expect(before <= 5)
            #expect(world.sink.clear == Array(0..<5))
            #expect(world.sink.entries.count == 10)
        }

        @Test func outputDoesNotDependOnHowFastTheModelIs() async throws {
            var outputs: [[RecordingSink.Entry]] = []
            for delay in [0, 1, 3] {
                let world = try World(configure: { $0.resume = .whenSafe(TestPicture.step * 4) }) { index in
                    if delay > 0, index.isMultiple(of: 3) { try await Task.sleep(for: .milliseconds(delay)) }
                    return index % 40 >= 30 ? .sensitive() : index % 40 == 12 ? .unknown : .clear
                }
                try await world.run(160)
                outputs.append(world.sink.entries)
            }
            #expect(outputs[0].count == 160)
            #expect(outputs[0] == outputs[1])
            #expect(outputs[0] == outputs[2])
            #expect(outputs[0].contains { $0.isConcealed } && outputs[0].contains { !$0.isConcealed })
        }

        @Test func severalRunsShareAModel() async throws {
            let model = ScriptedModel { $0 >= 10 ? .sensitive() : .clear }
            let worlds = try (0..<4).map { _ in try World([model]) }
            for world in worlds { try await world.start() }
            for world in worlds { world.push(0..<20) }
            for world in worlds {
                let summary = try await world.control?.waitForCompletion()
                #expect(summary?.frames == 20)
                #expect(world.sink.clear == Array(0..<10))
            }
            #expect(model.asked.count == 80)
        }

        @Test func theStrictestOfTwoModelsWins() async throws {
            let world = try World([
                ScriptedModel(name: "a") { $0 == 12 ? .sensitive([.goreOrViolence]) : .clear },
                ScriptedModel(name: "b") { $0 == 5 ? .unknown : .clear },
            ])
            try await world.run(20)
            #expect(world.sink.clear == Array(0..<5) + Array(6..<12))
            #expect(world.decisions.last?.verdict.contentTypes == [.goreOrViolence])
        }

        /// From a file to a file, through decoder, encoder and container.
        @Test func aFileIsReadAndWritten() async throws {
            let clip = try await Clip([UInt8](repeating: 100, count: 30))
            let output = try TemporaryFile([], ending: "mp4")
            let configuration = StreamConfiguration(
                input: .path(clip.url.path), output: .path(output.url.path),
                analyzers: [ScriptedModel { $0 >= 20 ? .sensitive() : .clear }])
            let control = try await StreamPipeline(configuration).start(policy: .teenMessaging) { _ in }
            let summary = try await control.waitForCompletion()
            #expect(summary.frames == 30)
            #expect(summary.stages.map(\.name) == ["decode", "analyze", "hold", "conceal", "encode", "write"])
            #expect(summary.stages.filter { $0.name != "analyze" }.allSatisfy { $0.count == 30 })
            // Read back: a sample every 0.2 s, so the last clear one is the sixteenth picture.
            let sink = RecordingSink()
            let back = StreamConfiguration(
                input: .path(output.url.path), output: .sink(sink), analyzers: [ScriptedModel { _ in .clear }])
            let reading = try await StreamPipeline(back).start(policy: .teenMessaging) { _ in }
            _ = try await reading.waitForCompletion()
            let levels = sink.entries.map { entry in
                entry.picture.luma.reduce(0) { $0 + Int($1) } / max(entry.picture.luma.count, 1)
            }
            #expect(levels.count == 30)
            #expect(levels.prefix(16).allSatisfy { abs($0 - 100) <= 3 })
            #expect(levels.dropFirst(16).allSatisfy { $0 <= 18 })
        }

        @Test func summaryHoldsStageLatencies() async throws {
            let world = try World { _ in .clear }
            let summary = try await world.run(30)
            #expect(summary.stages.map(\.name) == ["analyze", "hold", "conceal", "write"])
            #expect(summary.stages.allSatisfy { $0.count == 30 })
            for stage in summary.stages {
                #expect(stage.mean <= stage.maximum && stage.percentile95 <= stage.maximum)
                #expect(stage.maximum > .zero)
            }
        }
    }
}
