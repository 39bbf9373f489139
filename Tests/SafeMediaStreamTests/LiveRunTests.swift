import SafeMediaFrames
import SafeMediaKit
import Synchronization
import Testing

@testable import SafeMediaStream

extension PipelineTests {
    /// Live semantics. Frames leave at their deadline, so these say what must hold however slow the machine is.
    @MainActor @Suite(.timeLimit(.minutes(1)))
    struct LiveRunTests {
        private func world(
            holdBack: StreamTime, configure: (inout StreamConfiguration) -> Void = { _ in },
            _ script: @escaping @Sendable (Int) async throws -> ScriptedModel.Answer
        ) throws -> World {
            try World(
                isLive: true,
                configure: { configuration in
                    configuration.holdBack = .time(holdBack)
                    configure(&configuration)
                }, script)
        }

        @Test func pushedFramesAreLiveUnlessSaidOtherwise() async throws {
            let world = try World(isLive: nil, configure: { $0.holdBack = .time(StreamTime(seconds: 1)) }) { _ in .clear
            }
            let control = try await world.start()
            #expect(control.status.holdBack == StreamTime(seconds: 1))
            control.stop()
            _ = try await control.waitForCompletion()
        }

        @Test func framesLeaveOnceInOrderAndOnlyClearOnesAreSeen() async throws {
            let world = try world(holdBack: StreamTime(seconds: 1)) { $0 >= 5 ? .sensitive() : .clear }
            let summary = try await world.run(15)
            #expect(world.sink.times == (0..<15).map(TestPicture.time))
            #expect(world.sink.clear.allSatisfy { $0 < 5 })
            #expect(summary.frames == 15)
            #expect(summary.concealed == world.sink.concealed.count)
            #expect(world.decisions.last?.action == .blurWithReveal)
        }

        @Test func nothingIsSeenBeforeTheFirstAnswer() async throws {
            let gate = Gate()
            let world = try world(holdBack: StreamTime(seconds: 0.1)) { _ in
                await gate.wait()
                return .clear
            }
            let control = try await world.start()
            world.push(0..<5)
            await eventually { world.sink.entries.count == 5 }
            gate.open()
            let summary = try await control.waitForCompletion()
            #expect(world.sink.clear.isEmpty)
            #expect(world.sink.entries.allSatisfy { $0.picture.isBlank })
            #expect(summary.concealed == 5)
        }

        /// Continued before the main actor came to the decision: the engine must not wait for ever afterwards.
        @Test func aContinueAheadOfItsHandlerReachesTheEngine() async throws {
            let world = try world(holdBack: StreamTime(seconds: 0.2)) { $0 == 3 || $0 == 12 ? .sensitive() : .clear }
            let isClosed = Barrier()
            world.observed.onEvent.withLock { handler in
                handler = { event in
                    if case .concealed(_, .decision, 2) = event { isClosed.open() }
                }
            }
            let control = try await world.start()
            world.onDecision = { decision, number in
                // The first handler holds the main actor until the second decision has closed the gate and was continued.
                guard number == 1 else { return }
                isClosed.wait()
                #expect(throws: Never.self) { () throws -> Void in try control.continueStream(after: 2) }
            }
            world.pushPaced(0..<10, control, finishing: false)
            await eventually { world.decisions.count == 2 && world.sink.entries.count == 10 }
            world.pushPaced(10..<20, control)
            let summary = try await control.waitForCompletion()
            #expect(world.decisions.map(\.reason) == [.safe, .sensitiveDetected, .sensitiveDetected])
            #expect(summary.decisions == 3)
            #expect(!world.sink.clear.contains(3) && !world.sink.clear.contains(12))
        }

        @Test func stoppingWritesWhatIsVerified() async throws {
            let gate = Gate()
            defer { gate.open() }
            let world = try world(holdBack: StreamTime(seconds: 10)) { index in
                if index == 8 { await gate.wait() }
                return .clear
            }
            let control = try await world.start()
            world.pushPaced(0..<8, control, finishing: false)
            await eventually { control.status.summary.samples == 8 }
            world.push(8..<12, finishing: false)
            await eventually { control.status.summary.samples == 9 }
            control.stop()
            let summary = try await control.waitForCompletion()
            #expect(summary.outcome == .stopped)
            #expect(world.sink.clear == Array(0..<8))
            #expect(world.sink.concealed.isEmpty)
            #expect(summary.late == 0)
        }

        @Test func aFailedSessionIsBegunAgain() async throws {
            let world = try world(holdBack: StreamTime(seconds: 0.2)) { (3..<6).contains($0) ? .fail : .clear }
            let control = try await world.start()
            world.pushPaced(0..<6, control, finishing: false)
            await eventually {
                world.decisions.contains { $0.reason == .analysisFailed } && !control.status.isAnalysisAttached
            }
            await eventually { control.status.isAnalysisAttached }
            world.pushPaced(6..<12, control)
            let summary = try await control.waitForCompletion()
            #expect(world.events.filter { $0 == .preparing }.count == 2)
            #expect(world.sink.clear.allSatisfy { $0 < 3 || $0 >= 6 })
            #expect(summary.frames == 12)
        }

        @Test func interruptStopTellsTheHandlerBeforeTheEnd() async throws {
            let world = try world(holdBack: StreamTime(seconds: 0.1), configure: { $0.interrupt = .stop }) { _ in
                .sensitive()
            }
            let summary = try await world.run(50, .childStrict)
            #expect(summary.outcome == .stoppedByPolicy)
            #expect(world.decisions.map(\.action) == [.interruptVideo])
            #expect(world.sink.clear.isEmpty)
        }

        @Test func immediateShowsByTheGatesPresentState() async throws {
            let world = try World(isLive: true, configure: { $0.holdBack = .immediate }) {
                $0 >= 5 ? .sensitive() : .clear
            }
            let control = try await world.start()
            // Every frame's answer is there before the next one comes.
            for index in 0..<10 {
                world.push(index..<(index + 1), finishing: false)
                await eventually {
                    world.sink.entries.count == index + 1
                        && control.status.summary.stages.first { $0.name == "analyze" }?.count == index + 1
                        && (index < 5 || control.status.closedBy != nil)
                }
            }
            world.feed.finish()
            _ = try await control.waitForCompletion()
            #expect(world.sink.clear.contains(4))
            #expect(world.sink.clear.allSatisfy { $0 <= 5 })
            #expect(
                world.observed.events.contains(.notice("immediate: what is sensitive can be seen until it is detected"))
            )
        }
    }
}
