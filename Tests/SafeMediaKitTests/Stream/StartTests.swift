import SafeMediaKit
import SafeMediaKitTesting
import Testing

/// Rules 1 to 6: from a start to `.ready`.
@MainActor @Suite struct StartTests {
    @Test(.timeLimit(.minutes(1))) func rule1HandlerReturnsBeforeTheNextStep() async {
        let world = StreamWorld()
        let journal = world.journal
        let session = await world.ready(.actions(sensitive: .allow)) { event in
            MainActor.assertIsolated()
            journal.note("returned from " + Journal.text(event))
        }
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await journal.until("returned from allow safe")
        #expect(
            journal.entries == [
                "preparing", "returned from preparing", "availability", "start", "attached", "ready",
                "returned from ready", "allow sensitiveDetected", "returned from allow sensitiveDetected", "continue",
                "allow safe", "returned from allow safe",
            ])
        await session.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func rule2PreparingIsAppliedBeforeStartReturns() async {
        let world = StreamWorld()
        let session = await world.start()
        #expect(world.journal.entries.first == "preparing")
        await session.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func rule2ACancelledTaskGetsAFinishedSession() async {
        let world = StreamWorld()
        let running = await world.ready()
        let task = Task { await world.start(name: "late ") }
        task.cancel()
        let session = await task.value
        await session.waitForCompletion()
        session.continueStream()
        session.cancel()
        world.analyzer.yield(.mockSafe)
        await world.journal.until("allow safe")
        #expect(world.journal.entries == StreamWorld.attached + ["allow safe"])
        await running.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func rule2CancellationWhilePreparingLeavesTheRunningSession() async {
        let world = StreamWorld()
        let running = await world.ready()
        let session = await Task {
            await world.start(name: "late ") { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }.value
        await session.waitForCompletion()
        world.analyzer.yield(.mockSafe)
        await world.journal.until("allow safe")
        #expect(world.journal.entries == StreamWorld.attached + ["late preparing", "allow safe"])
        await running.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func rule3ANewStartReplacesTheRunningSession() async {
        let world = StreamWorld()
        let first = await world.ready(name: "1 ")
        let second = await world.ready(name: "2 ")
        await first.waitForCompletion()
        #expect(
            world.journal.entries == [
                "1 preparing", "availability", "start", "attached", "1 ready", "2 preparing", "end", "availability",
                "start", "attached", "2 ready",
            ])
        first.continueStream()
        first.cancel()
        #expect(world.journal.count(of: "end") == 1)
        await second.cancelAndWait()
        #expect(world.journal.count(of: "end") == 2)
    }

    @Test(.timeLimit(.minutes(1))) func rule3ReplacingAWaitingSession() async {
        let world = StreamWorld()
        let first = await world.ready(name: "1 ")
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await world.journal.until("1 blurWithReveal sensitiveDetected")
        let second = await world.ready(name: "2 ")
        first.continueStream()
        #expect(world.journal.count(of: "continue") == 0)
        #expect(world.journal.count(of: "1 allow safe") == 0)
        await second.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func rule3ANewSessionWaitsForAnAttachmentUnderWay() async {
        let world = StreamWorld()
        let gate = Gate()
        world.analyzer.startGate = gate
        let first = await world.start(name: "1 ")
        await world.journal.until("start")
        let second = await world.start(name: "2 ")
        let third = await world.start(name: "3 ")
        await settle()
        #expect(world.journal.entries == ["1 preparing", "availability", "start", "2 preparing", "end", "3 preparing"])
        gate.open()
        await world.journal.until("3 ready")
        await first.waitForCompletion()
        await second.waitForCompletion()
        #expect(
            world.journal.entries.dropFirst(6) == ["attached", "end", "availability", "start", "attached", "3 ready"])
        await third.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func rule3TheEngineKeepsItsSession() async {
        let world = StreamWorld()
        _ = await world.ready()
        await settle()
        world.analyzer.yield(.mockSafe)
        await world.journal.until("allow safe")
        #expect(world.journal.count(of: "end") == 0)
        await world.start(name: "last ").cancelAndWait()
        #expect(world.journal.count(of: "end") == 1)
    }

    @Test(.timeLimit(.minutes(1))) func rule3WithoutEngineAndHandleAnalysisEnds() async {
        let journal = Journal()
        let analyzer = ManualStreamAnalyzer(journal)
        do {
            let engine = SafeMediaStreamEngine(analyzer: analyzer)
            _ = await engine.start(policy: .teenMessaging) { journal.note($0) }
            await journal.until("ready")
        }
        await journal.until("end")
        #expect(journal.entries == StreamWorld.attached + ["end"])
    }

    @Test(.timeLimit(.minutes(1))) func rule3AHandleAloneKeepsItsSession() async {
        let journal = Journal()
        let analyzer = ManualStreamAnalyzer(journal)
        let session = await SafeMediaStreamEngine(analyzer: analyzer).start(policy: .teenMessaging) { journal.note($0) }
        await journal.until("ready")
        analyzer.yield(.mockSafe)
        await journal.until("allow safe")
        await session.cancelAndWait()
        #expect(journal.count(of: "end") == 1)
    }

    @Test(.timeLimit(.minutes(1))) func rule4Unavailable() async {
        let world = StreamWorld()
        world.analyzer.availabilities = [.unavailable(.missingFramework)]
        let box = DecisionBox()
        let session = await world.start(.actions(unavailable: .blurWithReveal)) { box.take($0) }
        await session.waitForCompletion()
        #expect(world.journal.entries == ["preparing", "availability", "blurWithReveal unavailableByPolicy"])
        #expect(box.decision?.context == .liveVideo)
        #expect(box.decision?.verdict.availability == .unavailable(.missingFramework))
    }

    @Test(.timeLimit(.minutes(1)), arguments: everyAction) func rule5AStartThatThrows(action: SafeMediaAction) async {
        let world = StreamWorld()
        world.analyzer.startError = TestError()
        let session = await world.start(.actions(failure: action))
        await session.waitForCompletion()
        session.continueStream()
        session.cancel()
        #expect(
            world.journal.entries == [
                "preparing", "availability", "start", "end", "availability", "\(action) analysisFailed",
            ])
    }

    @Test(.timeLimit(.minutes(1))) func rule5AStartThatThrowsBecauseUnavailable() async {
        let world = StreamWorld()
        world.analyzer.startError = TestError()
        world.analyzer.availabilities = [.available, .unavailable(.analysisPolicyDisabled)]
        let session = await world.start(.actions(unavailable: .block, failure: .allow))
        await session.waitForCompletion()
        #expect(
            world.journal.entries == [
                "preparing", "availability", "start", "end", "availability", "block unavailableByPolicy",
            ])
    }

    @Test(.timeLimit(.minutes(1))) func rule5AStartThatCompletesAfterCancellationIsEndedAgain() async {
        let world = StreamWorld()
        let gate = Gate()
        world.analyzer.startGate = gate
        let session = await world.start()
        await world.journal.until("start")
        session.cancel()
        session.cancel()
        #expect(world.journal.entries == ["preparing", "availability", "start", "end"])
        gate.open()
        await session.waitForCompletion()
        #expect(world.journal.entries == ["preparing", "availability", "start", "end", "attached", "end"])
    }

    @Test(.timeLimit(.minutes(1))) func rule6ReadyComesBeforeAnyVerdict() async {
        let world = StreamWorld()
        let session = await world.ready()
        await settle()
        #expect(world.journal.entries == StreamWorld.attached)
        await session.cancelAndWait()
        #expect(world.journal.entries == StreamWorld.attached + ["end"])
    }
}

/// The last decision that was applied.
@MainActor
final class DecisionBox {
    private(set) var decision: SafeMediaDecision?

    func take(_ event: SafeMediaStreamEvent) {
        if case .decision(let decision) = event { self.decision = decision }
    }
}
