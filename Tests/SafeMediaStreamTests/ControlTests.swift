import SafeMediaFrames
import SafeMediaKit
import Synchronization
import Testing

@testable import SafeMediaStream

extension PipelineTests {
    /// What an app and a person do to a running pipeline.
    @MainActor @Suite(.timeLimit(.minutes(1)))
    struct ControlTests {
        /// Calls back on the writing thread while a frame is being written: everything before it has left, nothing after.
        private final class Steps: Sendable {
            private let steps = Mutex<[Int: @Sendable (StreamControl) -> Void]>([:])
            private let control = Mutex<StreamControl?>(nil)

            func at(_ count: Int, _ step: @escaping @Sendable (StreamControl) -> Void) {
                steps.withLock { $0[count] = step }
            }

            func use(_ control: StreamControl) { self.control.withLock { $0 = control } }

            func reached(_ count: Int) {
                guard let control = control.withLock({ $0 }), let step = steps.withLock({ $0[count] }) else { return }
                step(control)
            }
        }

        private func run(
            _ world: World, _ steps: Steps, _ count: Int, _ policy: SafeMediaPolicy = .teenMessaging
        ) async throws -> StreamSummary {
            let control = try await world.start(policy)
            steps.use(control)
            world.push(0..<count)
            return try await control.waitForCompletion()
        }

        private func world(_ steps: Steps, _ script: @escaping @Sendable (Int) async throws -> ScriptedModel.Answer)
            throws
            -> World
        {
            try World(sink: RecordingSink { steps.reached($0) }, script)
        }

        @Test func aRevealInTheHandlerPardonsThePresentSpanOnly() async throws {
            let world = try World { (10..<20).contains($0) || (30..<35).contains($0) ? .sensitive() : .clear }
            var continues = 0
            world.onDecision = { decision, _ in
                guard decision.action == .blurWithReveal, continues == 0 else { return }
                continues += 1
                world.control?.continueStream()
            }
            try await world.run(40)
            #expect(world.sink.clear == Array(0..<10) + Array(11..<30))
            #expect(world.decisions.map(\.action) == [.allow, .blurWithReveal, .blurWithReveal])
        }

        @Test func aRevealEndsAtAnotherContentType() async throws {
            let world = try World { index in
                (10..<15).contains(index) ? .sensitive() : index >= 15 ? .sensitive([.goreOrViolence]) : .clear
            }
            world.onDecision = { decision, _ in
                if decision.verdict.contentTypes == [.nudity] { world.control?.continueStream() }
            }
            try await world.run(20)
            #expect(world.sink.clear == Array(0..<10) + Array(11..<15))
            #expect(world.decisions.last?.verdict.contentTypes == [.goreOrViolence])
        }

        /// A viewer asked to see one span; that must not put a picture of it on the screen for longer.
        @Test func aRevealedPictureIsNothingToFreezeOn() async throws {
            let world = try World(configure: { $0.concealment = .freeze }) { index in
                (10..<15).contains(index) ? .sensitive() : index >= 15 ? .sensitive([.goreOrViolence]) : .clear
            }
            world.onDecision = { decision, _ in
                if decision.verdict.contentTypes == [.nudity] { world.control?.continueStream() }
            }
            try await world.run(20)
            #expect(world.sink.clear == Array(0..<10) + [9] + Array(11..<15) + [9, 9, 9, 9, 9])
            let pictures = world.sink.entries.map(\.picture)
            #expect(pictures[15...].allSatisfy { $0 == pictures[9] })
        }

        @Test func aContinueAfterTheHandlerHoldsFromTheFirstUnreleasedFrame() async throws {
            let steps = Steps()
            let world = try world(steps) { (10..<20).contains($0) ? .sensitive() : .clear }
            steps.at(15) { $0.continueStream() }
            _ = try await run(world, steps, 30)
            #expect(world.sink.clear == Array(0..<10) + Array(16..<30))
        }

        @Test func aContinueWithoutARevealOnlyRearms() async throws {
            let world = try World { (10..<13).contains($0) ? .sensitive() : .clear }
            world.onDecision = { decision, _ in
                if decision.action == .blur { world.control?.continueStream() }
            }
            try await world.run(20, .noReveal)
            #expect(world.sink.clear == Array(0..<10) + Array(13..<20))
            #expect(world.decisions.map(\.action) == [.allow, .blur, .blur, .blur])
        }

        @Test func continuesNameTheirDecision() async throws {
            let steps = Steps()
            let world = try world(steps) { (10..<20).contains($0) ? .sensitive() : .clear }
            let refusals = Mutex<[ContinueRefusal?]>([])
            let note: @Sendable (() throws(ContinueRefusal) -> Void) -> Void = { body in
                var refusal: ContinueRefusal?
                do throws(ContinueRefusal) { try body() } catch { refusal = error }
                refusals.withLock { $0.append(refusal) }
            }
            steps.at(5) { control in note { () throws(ContinueRefusal) in try control.continueStream(after: 1) } }
            steps.at(14) { control in
                note { () throws(ContinueRefusal) in try control.continueStream(after: 1) }
                note { () throws(ContinueRefusal) in try control.reveal(after: 3) }
                note { () throws(ContinueRefusal) in try control.reveal(after: 2) }
            }
            _ = try await run(world, steps, 30)
            // Whether the latch closed before frame 5 left depends on how far the model was ahead.
            let seen = refusals.withLock { $0 }
            #expect(seen.count == 4)
            #expect(seen.first == .nothingToContinue || seen.first == .staleDecision(current: 2))
            #expect(Array(seen.dropFirst()) == [.staleDecision(current: 2), .staleDecision(current: 2), nil])
            #expect(world.sink.clear == Array(0..<10) + Array(15..<30))
        }

        @Test func aPersonIsRefusedWhereThePolicyAllowsNoReveal() async throws {
            let steps = Steps()
            let world = try world(steps) { $0 >= 10 ? .sensitive() : .clear }
            let refusal = Mutex<ContinueRefusal?>(nil)
            steps.at(12) { control in
                do throws(ContinueRefusal) { try control.reveal(after: 2) } catch { refusal.withLock { $0 = error } }
            }
            _ = try await run(world, steps, 20, .noReveal)
            #expect(refusal.withLock { $0 } == .revealNotAllowed)
            #expect(world.sink.clear == Array(0..<10))
        }

        @Test func aPersonIsRefusedWhereThePolicyClosedForGood() async throws {
            let steps = Steps()
            let world = try world(steps) { $0 == 10 ? .sensitive() : .clear }
            let refusals = Mutex<[ContinueRefusal]>([])
            steps.at(12) { control in
                do throws(ContinueRefusal) { try control.reveal(after: 2) } catch {
                    refusals.withLock { $0.append(error) }
                }
                do throws(ContinueRefusal) { try control.continueStream(after: 2) } catch {
                    refusals.withLock { $0.append(error) }
                }
            }
            let summary = try await run(world, steps, 20, .childStrict)
            #expect(refusals.withLock { $0 } == [.stoppedByPolicy, .stoppedByPolicy])
            #expect(world.sink.clear == Array(0..<10))
            #expect(world.sink.entries.count == 20)
            #expect(summary.outcome == .completed)
            #expect(world.control?.status.isStoppedByPolicy == true)
        }

        @Test func interruptStopEndsTheOutputThere() async throws {
            let world = try World(configure: { $0.interrupt = .stop }) { $0 >= 10 ? .sensitive() : .clear }
            let summary = try await world.run(500, .childStrict)
            #expect(summary.outcome == .stoppedByPolicy)
            #expect(world.sink.clear == Array(0..<10))
            #expect(world.sink.entries.count == 10)
            #expect(world.decisions.map(\.action) == [.allow, .interruptVideo])
            let isTaken = await onThread { [feed = world.feed] in
                try? feed.push(at: TestPicture.time(600)) { TestPicture.draw(0, into: $0) }
            }
            #expect(isTaken == false)
        }

        @Test func adultMinimalShowsLiveSensitiveContentAndHasNothingToReveal() async throws {
            let steps = Steps()
            let world = try world(steps) { $0 >= 10 ? .sensitive() : .clear }
            let refusal = Mutex<ContinueRefusal?>(nil)
            steps.at(15) { control in
                do throws(ContinueRefusal) { try control.reveal(after: 2) } catch { refusal.withLock { $0 = error } }
            }
            _ = try await run(world, steps, 20, .adultMinimal)
            #expect(refusal.withLock { $0 } == .nothingToContinue)
            #expect(world.sink.clear == Array(0..<20))
            #expect(world.decisions.map(\.action) == [.allow, .allow])
            #expect(world.decisions.map(\.reason) == [.safe, .sensitiveDetected])
        }

        @Test func theOperatorClosesAndOpens() async throws {
            let steps = Steps()
            let world = try world(steps) { _ in .clear }
            let states = Mutex<[StreamStatus]>([])
            steps.at(5) { $0.conceal() }
            steps.at(10) { control in states.withLock { $0.append(control.status) } }
            steps.at(15) { $0.open() }
            steps.at(20) { control in states.withLock { $0.append(control.status) } }
            let summary = try await run(world, steps, 30)
            #expect(world.sink.clear == Array(0...5) + Array(16..<30))
            #expect(summary.concealed == 10)
            let seen = states.withLock { $0 }
            #expect(seen.map(\.isClosedByOperator) == [true, false])
            #expect(seen.map(\.isConcealed) == [true, false])
            #expect(seen.map(\.summary.frames) == [10, 20])
            #expect(seen.allSatisfy { $0.isAnalysisAttached && $0.closedBy == nil && $0.holdBack == .zero })
            #expect(
                world.observed.events.contains(
                    .concealed(at: TestPicture.time(6), reason: .operatorLatch, decision: nil)))
            #expect(world.observed.events.contains(.resumed(at: TestPicture.time(16))))
        }

        @Test func theOperatorDoesNotOpenWhatADecisionClosed() async throws {
            let steps = Steps()
            let world = try world(steps) { $0 >= 10 ? .sensitive() : .clear }
            steps.at(3) { $0.conceal() }
            steps.at(12) { $0.open() }
            _ = try await run(world, steps, 20)
            #expect(world.sink.clear == Array(0...3))
            #expect(world.sink.entries.count == 20)
        }

        @Test func aPipelineRunsOnce() async throws {
            let world = try World { _ in .clear }
            try await world.run(3)
            await #expect(throws: StreamError.self) { try await world.start() }
            await #expect(throws: StreamError.self) { try await world.pipeline.start() }
            #expect(world.sink.entries.count == 3)
        }

        @Test func aCancelledTaskStartsAllTheSame() async throws {
            let world = try World { _ in .clear }
            let starting = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await world.start()
            }
            let control = try await starting.value
            world.push(0..<5)
            _ = try await control.waitForCompletion()
            #expect(world.sink.clear == Array(0..<5))
            #expect(world.decisions.count == 1)
        }

        @Test func everyWaiterIsTold() async throws {
            let world = try World { _ in .clear }
            let control = try await world.start()
            let waiters = (0..<5).map { _ in Task { try await control.waitForCompletion() } }
            world.push(0..<10)
            let summary = try await control.waitForCompletion()
            for waiter in waiters { #expect(try await waiter.value == summary) }
            #expect(try await control.waitForCompletion() == summary)
        }

        @Test func finishedIsTheLastEvent() async throws {
            let world = try World { $0 == 4 ? .sensitive() : .clear }
            let summary = try await world.run(10)
            guard case .finished(let told)? = world.observed.events.last else {
                Issue.record("no finished event")
                return
            }
            #expect(told == summary)
            #expect(world.observed.decisions.map(\.number) == [1, 2])
            #expect(world.observed.decisions.last?.time == TestPicture.time(4))
            #expect(world.observed.decisions.last?.allowsReveal == true)
        }
    }
}
