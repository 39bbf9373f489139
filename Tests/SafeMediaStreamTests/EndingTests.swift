import Glibc
import SafeMediaFrames
import SafeMediaKit
import Synchronization
import Testing

@testable import SafeMediaStream

extension PipelineTests {
    /// How runs end: stopped, failed, without frames, without a main actor; and what they leave behind.
    @MainActor @Suite(.timeLimit(.minutes(1)))
    struct EndingTests {
        /// Longest time that `stop()` may take.
        private static let patience = Duration.seconds(2)

        private func stopQuickly(_ world: World) async throws -> StreamSummary {
            let control = try #require(world.control)
            let start = ContinuousClock.now
            control.stop()
            let summary = try await control.waitForCompletion()
            #expect(ContinuousClock.now - start < Self.patience)
            return summary
        }

        @Test func stopsBeforeAnyFrame() async throws {
            let world = try World { _ in .clear }
            try await world.start()
            let summary = try await stopQuickly(world)
            #expect(summary.outcome == .stopped)
            #expect(world.sink.entries.isEmpty)
            #expect(world.sink.finishes == 1)
        }

        @Test func stopsWhileItWaitsForFrames() async throws {
            let world = try World { _ in .clear }
            try await world.start()
            world.push(0..<10, finishing: false)
            await eventually { world.sink.entries.count == 10 }
            let summary = try await stopQuickly(world)
            #expect(summary.outcome == .stopped)
            #expect(world.sink.clear == Array(0..<10))
        }

        @Test func stopsWhileAModelHangs() async throws {
            let gate = Gate()
            defer { gate.open() }
            let world = try World { index in
                if index == 5 { await gate.wait() }
                return .clear
            }
            try await world.start()
            world.push(0..<500)
            await eventually { world.sink.entries.count == 5 }
            let summary = try await stopQuickly(world)
            #expect(summary.outcome == .stopped)
            #expect(world.sink.clear == Array(0..<5))
        }

        @Test func stopsInAHandler() async throws {
            let world = try World { $0 >= 5 ? .sensitive() : .clear }
            world.onDecision = { decision, _ in
                if decision.action == .blurWithReveal { world.control?.stop() }
            }
            let summary = try await world.run(1000)
            #expect(summary.outcome == .stopped)
            #expect(world.sink.clear == Array(0..<5))
        }

        @Test func stopsALiveRun() async throws {
            let world = try World(isLive: true, configure: { $0.holdBack = .time(StreamTime(seconds: 10)) }) { _ in
                .clear
            }
            try await world.start()
            world.push(0..<10, finishing: false)
            await eventually { world.control?.status.summary.samples ?? 0 > 0 }
            let summary = try await stopQuickly(world)
            #expect(summary.outcome == .stopped)
        }

        @Test func aSinkThatThrowsEndsTheRun() async throws {
            struct Full: Error {}
            let sink = RecordingSink { count in if count == 7 { throw Full() } }
            let world = try World(sink: sink) { _ in .clear }
            let control = try await world.start()
            world.push(0..<1000)
            do {
                _ = try await control.waitForCompletion()
                Issue.record("the run did not fail")
            } catch let error as StreamError {
                #expect(error.code == .output)
                #expect(error.underlying is Full)
            }
            #expect(sink.clear == Array(0..<7))
            #expect(sink.finishes == 1)
            #expect(control.status.summary.outcome == .failed)
        }

        @Test func aFeedWithoutFramesIsAnError() async throws {
            let world = try World { _ in .clear }
            let control = try await world.start()
            world.feed.finish()
            do {
                _ = try await control.waitForCompletion()
                Issue.record("the run did not fail")
            } catch let error as StreamError {
                #expect(error.code == .noVideo)
                #expect(error.message == "no frame was pushed; push at least one before finish()")
            }
            #expect(world.sink.finishes == 1)
        }

        @Test func aFileThatIsNotThereIsAnErrorOfStart() async throws {
            let world = try World(configure: { $0.input = .path("/nonexistent/input.mp4") }) { _ in .clear }
            do {
                try await world.start()
                Issue.record("the start did not fail")
            } catch let error as StreamError {
                #expect(error.code == .input)
            }
        }

        @Test func aFailedStartEndsTheAppsSession() async throws {
            let world = try World(configure: { $0.input = .path("/nonexistent/input.mp4") }) { _ in .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await engine.start(policy: .teenMessaging) { world.apply($0) }
            await #expect(throws: StreamError.self) { try await world.pipeline.start() }
            await session.waitForCompletion()
            #expect(world.decisions.isEmpty)
        }

        /// An app whose main loop never runs the main queue.
        @Test func anUnservedMainActorIsOneClearError() async throws {
            let world = try World(configure: { $0.analysisTimeout = StreamTime(seconds: 0.3) }) { _ in .clear }
            let control = try await world.start()
            world.push(0..<20)
            let result = Mutex<Result<StreamSummary, any Error>?>(nil)
            let isOver = Barrier()
            Task.detached {
                let outcome: Result<StreamSummary, any Error>
                do { outcome = .success(try await control.waitForCompletion()) } catch { outcome = .failure(error) }
                result.withLock { $0 = outcome }
                isOver.open()
            }
            // The main actor is held here, before the first decision's handler.
            isOver.wait()
            switch result.withLock({ $0 }) {
            case .failure(let error as StreamError): #expect(error.code == .mainActorNotServed)
            case let other: Issue.record("\(String(describing: other))")
            }
            #expect(world.decisions.isEmpty)
            #expect(world.sink.entries.count <= 1)
        }

        @Test func aSlowHandlerIsNotAnUnservedMainActor() async throws {
            let world = try World(configure: { $0.analysisTimeout = StreamTime(seconds: 0.2) }) { _ in .clear }
            world.onDecision = { _, _ in usleep(600_000) }
            let summary = try await world.run(10)
            #expect(summary.outcome == .completed)
            #expect(world.sink.clear == Array(0..<10))
        }

        @Test func stoppingDoesNotNeedTheMainActor() async throws {
            let world = try World { _ in .clear }
            let control = try await world.start()
            let isOver = Barrier()
            Task.detached {
                control.stop()
                _ = try? await control.waitForCompletion()
                isOver.open()
            }
            let start = ContinuousClock.now
            isOver.wait()
            #expect(ContinuousClock.now - start < Self.patience)
        }

        // MARK: What is left behind

        private final class Weak {
            weak var object: AnyObject?
            init(_ object: AnyObject?) { self.object = object }
        }

        private func threads(named name: String) -> Int {
            guard let directory = opendir("/proc/self/task") else { return 0 }
            defer { closedir(directory) }
            var count = 0
            while let entry = readdir(directory) {
                let id = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard let file = fopen("/proc/self/task/\(id)/comm", "r") else { continue }
                defer { fclose(file) }
                var line = [CChar](repeating: 0, count: 32)
                if fgets(&line, 32, file) != nil, strncmp(line, name, strlen(name)) == 0 { count += 1 }
            }
            return count
        }

        @Test func aRunThatIsOverLeavesNothingBehind() async throws {
            var kept: [Weak] = []
            do {
                let world = try World([ScriptedModel(name: "leak1") { $0 >= 5 ? .sensitive() : .clear }])
                kept.append(Weak(world.pipeline.streamAnalyzer as AnyObject))
                try await world.run(20)
                kept += [Weak(world.sink), Weak(world.feed), Weak(world.control), Weak(world.pipeline), Weak(world)]
            }
            await eventually { kept.allSatisfy { $0.object == nil } && self.threads(named: "model leak1") == 0 }
            #expect(kept.allSatisfy { $0.object == nil })
            #expect(threads(named: "model leak1") == 0)
        }

        @Test func aPipelineThatNeverRanLeavesNothingBehind() async throws {
            var kept: [Weak] = []
            do {
                let world = try World { _ in .clear }
                kept.append(Weak(world.pipeline.streamAnalyzer as AnyObject))
                kept += [Weak(world.pipeline), Weak(world)]
            }
            await eventually { kept.allSatisfy { $0.object == nil } }
            #expect(kept.allSatisfy { $0.object == nil })
        }

        @Test func aHungModelsThreadEndsWhenItsCallReturns() async throws {
            let gate = Gate()
            let world = try World(
                [
                    ScriptedModel(name: "leak2") { index in
                        if index == 2 { await gate.wait() }
                        return .clear
                    }
                ], configure: { $0.analysisTimeout = StreamTime(seconds: 0.2) })
            try await world.run(5)
            #expect(threads(named: "model leak2") >= 1)
            gate.open()
            await eventually { self.threads(named: "model leak2") == 0 }
            #expect(threads(named: "model leak2") == 0)
        }
    }
}
