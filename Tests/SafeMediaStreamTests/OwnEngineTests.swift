import SafeMediaFrames
import SafeMediaKit
import Synchronization
import Testing

@testable import SafeMediaStream

extension PipelineTests {
    /// Apps that run an engine of their own on `streamAnalyzer`, as they do on iOS.
    @MainActor @Suite(.timeLimit(.minutes(1)))
    struct OwnEngineTests {
        @Test func attachesBeforeTheStart() async throws {
            let world = try World { $0 >= 10 ? .sensitive() : .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await engine.start(policy: .teenMessaging) { world.apply($0) }
            let control = try await world.pipeline.start()
            world.push(0..<20)
            let summary = try await control.waitForCompletion()
            #expect(summary.frames == 20)
            #expect(world.sink.clear == Array(0..<10))
            #expect(world.events.prefix(2) == [.preparing, .ready])
            #expect(world.decisions.map(\.action) == [.allow, .blurWithReveal])
            // The end of the input ends the session without a decision.
            await session.waitForCompletion()
            #expect(world.decisions.count == 2)
        }

        @Test func attachesAfterTheStart() async throws {
            let world = try World { _ in .clear }
            let control = try await world.pipeline.start()
            world.push(0..<20)
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await engine.start(policy: .teenMessaging) { world.apply($0) }
            let summary = try await control.waitForCompletion()
            #expect(summary.frames == 20)
            #expect(world.sink.clear == Array(0..<20))
            await session.waitForCompletion()
        }

        @Test func itsSessionContinues() async throws {
            let world = try World { (10..<15).contains($0) ? .sensitive() : .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await engine.start(policy: .teenMessaging) { event in
                world.apply(event)
            }
            world.onDecision = { decision, _ in
                if decision.action == .blurWithReveal { session.continueStream() }
            }
            let control = try await world.pipeline.start()
            world.push(0..<20)
            _ = try await control.waitForCompletion()
            #expect(world.sink.clear == Array(0..<10) + Array(11..<20))
            #expect(world.decisions.map(\.action) == [.allow, .blurWithReveal])
        }

        @Test func itsSessionContinuesAfterTheHandler() async throws {
            let world = try World { (10..<15).contains($0) ? .sensitive() : .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await engine.start(policy: .teenMessaging) { world.apply($0) }
            let control = try await world.pipeline.start()
            world.push(0..<14, finishing: false)
            await eventually { world.sink.entries.count == 14 }
            #expect(control.status.closedBy == 2)
            session.continueStream()
            #expect(control.status.closedBy == nil)
            world.push(14..<20)
            _ = try await control.waitForCompletion()
            #expect(world.sink.clear == Array(0..<10) + Array(14..<20))
        }

        @Test func cancellingItsSessionConcealsEverythingAfter() async throws {
            let world = try World { _ in .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await engine.start(policy: .teenMessaging) { world.apply($0) }
            let control = try await world.pipeline.start()
            world.push(0..<10, finishing: false)
            await eventually { world.sink.entries.count == 10 }
            session.cancel()
            world.push(10..<30)
            let summary = try await control.waitForCompletion()
            #expect(summary.frames == 30)
            #expect(world.sink.clear == Array(0..<10))
            #expect(world.sink.entries.dropFirst(10).allSatisfy { $0.picture.isBlank })
            #expect(world.decisions.count == 1)
        }

        @Test func cancellingBeforeItAttachedConcealsEverything() async throws {
            let world = try World { _ in .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await engine.start(policy: .teenMessaging) { world.apply($0) }
            session.cancel()
            let control = try await world.pipeline.start()
            // A start that was given up before it attached leaves the pipeline waiting for another.
            let next = await engine.start(policy: .teenMessaging) { world.apply($0) }
            world.push(0..<10)
            let summary = try await control.waitForCompletion()
            #expect(summary.frames == 10)
            #expect(world.sink.clear == Array(0..<10))
            await next.waitForCompletion()
        }

        @Test func aLatchSurvivesItsSession() async throws {
            let world = try World { $0 == 5 ? .sensitive() : .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let first = await engine.start(policy: .teenMessaging) { world.apply($0) }
            let control = try await world.pipeline.start()
            world.push(0..<10, finishing: false)
            await eventually { world.sink.entries.count == 10 }
            await first.cancelAndWait()
            _ = await engine.start(policy: .teenMessaging) { world.apply($0) }
            await eventually { control.status.isAnalysisAttached }
            world.push(10..<20, finishing: false)
            await eventually { world.sink.entries.count == 20 }
            #expect(world.sink.clear == Array(0..<5))
            control.continueStream()
            world.push(20..<30)
            _ = try await control.waitForCompletion()
            #expect(world.sink.clear == Array(0..<5) + Array(20..<30))
        }

        @Test func itsHandleStandsForTheRestartedSession() async throws {
            // The model fails three times; the pipeline begins the session again, and the app's handle continues that one.
            let world = try World { index in
                switch index {
                case 5..<8: .fail
                case 12..<15: .sensitive()
                default: .clear
                }
            }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await engine.start(policy: .teenMessaging) { world.apply($0) }
            world.onDecision = { decision, _ in
                if decision.reason == .sensitiveDetected { session.continueStream() }
            }
            let control = try await world.pipeline.start()
            world.push(0..<20)
            _ = try await control.waitForCompletion()
            #expect(world.decisions.map(\.reason) == [.safe, .analysisFailed, .safe, .sensitiveDetected])
            #expect(world.sink.clear == Array(0..<5) + Array(8..<12) + Array(13..<20))
            #expect(world.events.filter { $0 == .preparing }.count == 2)
        }

        @Test func cancellingInTheHandlerOfARestartConcealsTheRest() async throws {
            let world = try World { (5..<8).contains($0) ? .fail : .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let box = Mutex<SafeMediaStreamSession?>(nil)
            let session = await engine.start(policy: .teenMessaging) { event in
                world.apply(event)
                if event == .preparing { box.withLock { $0 }?.cancel() }
            }
            box.withLock { $0 = session }
            let control = try await world.pipeline.start()
            world.push(0..<20)
            let summary = try await control.waitForCompletion()
            #expect(summary.frames == 20)
            // Covered frames that have not left by then are concealed as well.
            #expect(world.sink.clear == Array(0..<world.sink.clear.count) && world.sink.clear.count <= 5)
            #expect(world.sink.entries.count == 20)
        }

        @Test func cancellingAfterAFailureConcealsTheRest() async throws {
            let world = try World { (5..<8).contains($0) ? .fail : .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let box = Mutex<SafeMediaStreamSession?>(nil)
            let session = await engine.start(policy: .teenMessaging) { event in
                world.apply(event)
                if case .decision(let decision) = event, decision.reason == .analysisFailed {
                    box.withLock { $0 }?.cancel()
                }
            }
            box.withLock { $0 = session }
            let control = try await world.pipeline.start()
            world.push(0..<20)
            let summary = try await control.waitForCompletion()
            #expect(summary.frames == 20)
            // Covered frames that have not left by then are concealed as well.
            #expect(world.sink.clear == Array(0..<world.sink.clear.count) && world.sink.clear.count <= 5)
            #expect(world.sink.entries.count == 20)
        }

        @Test func anotherEnginesSessionIsReplaced() async throws {
            let world = try World { _ in .clear }
            let first = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let replaced = await first.start(policy: .teenMessaging) { _ in }
            let second = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            let session = await second.start(policy: .teenMessaging) { world.apply($0) }
            await replaced.waitForCompletion()
            let control = try await world.pipeline.start()
            world.push(0..<5)
            _ = try await control.waitForCompletion()
            #expect(world.sink.clear == Array(0..<5))
            #expect(world.decisions.map(\.action) == [.allow])
            await session.waitForCompletion()
        }

        @Test func anAppsNewSessionTakesTheRestartsPlace() async throws {
            // The app begins a session in the handler of the failure. Whether the pipeline's own restart comes before it or
            // finds it there is a matter of timing; a session that the app replaces conceals what is held meanwhile.
            let world = try World { (5..<8).contains($0) ? .fail : .clear }
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            var begun: Task<Void, Never>?
            _ = await engine.start(policy: .teenMessaging) { event in
                world.apply(event)
                guard case .decision(let decision) = event, decision.reason == .analysisFailed else { return }
                begun = Task { _ = await engine.start(policy: .teenMessaging) { world.apply($0) } }
            }
            let control = try await world.pipeline.start()
            world.push(0..<20)
            _ = try await control.waitForCompletion()
            await begun?.value
            #expect(world.decisions.map(\.reason).filter { $0 == .analysisFailed }.count == 1)
            #expect(world.sink.entries.count == 20)
            #expect(world.sink.clear.allSatisfy { $0 < 5 || $0 >= 8 })
            #expect(world.sink.clear.prefix(5) == [0, 1, 2, 3, 4])
        }

        @Test func anotherPolicyThanTheConfigurationsIsRefused() async throws {
            let world = try World { _ in .clear }
            _ = world.pipeline.streamAnalyzer
            await #expect(throws: StreamError.self) { try await world.start(.childStrict) }
            // That refusal did not use the pipeline up.
            try await world.run(3, .teenMessaging)
            #expect(world.sink.clear == [0, 1, 2])
        }

        @Test func theAnalyzerStaysTheSame() async throws {
            let world = try World { _ in .clear }
            let before = world.pipeline.streamAnalyzer as AnyObject
            let control = try await world.pipeline.start()
            #expect(world.pipeline.streamAnalyzer as AnyObject === before)
            control.stop()
            _ = try await control.waitForCompletion()
        }

        @Test func aSessionBegunAfterTheEndEndsAtOnce() async throws {
            let world = try World { _ in .clear }
            try await world.run(3)
            let engine = SafeMediaStreamEngine(analyzer: world.pipeline.streamAnalyzer)
            var events: [SafeMediaStreamEvent] = []
            let session = await engine.start(policy: .teenMessaging) { events.append($0) }
            await session.waitForCompletion()
            #expect(events == [.preparing])
        }
    }
}
