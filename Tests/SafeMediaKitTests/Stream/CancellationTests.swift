import SafeMediaKit
import SafeMediaKitTesting
import Testing

/// Rule 10: cancelling, in every state, and from within the handler.
@MainActor @Suite struct CancellationTests {
    @Test(.timeLimit(.minutes(1))) func rule10BeforeAnythingWasAsked() async {
        let world = StreamWorld()
        let session = await world.start()
        session.cancel()
        await session.cancelAndWait()
        #expect(world.journal.entries == ["preparing"])
    }

    @Test(.timeLimit(.minutes(1))) func rule10DuringAvailability() async {
        let world = StreamWorld()
        let gate = Gate()
        world.analyzer.availabilityGate = gate
        world.analyzer.availabilities = [.unavailable(.missingFramework)]
        let session = await world.start()
        await world.journal.until("availability")
        session.cancel()
        gate.open()
        await session.waitForCompletion()
        #expect(world.journal.entries == ["preparing", "availability"])
    }

    @Test(.timeLimit(.minutes(1))) func rule10DuringTheSecondAvailability() async {
        let world = StreamWorld()
        world.analyzer.startError = TestError()
        let gate = Gate()
        let start = Gate()
        world.analyzer.startGate = start
        let session = await world.start()
        await world.journal.until("start")
        world.analyzer.availabilityGate = gate
        start.open()
        await world.journal.until("availability", times: 2)
        session.cancel()
        gate.open()
        await session.waitForCompletion()
        #expect(world.journal.entries == ["preparing", "availability", "start", "end", "availability"])
    }

    @Test(.timeLimit(.minutes(1))) func rule10AStartThatThrowsAfterCancellationIsEndedAgain() async {
        let world = StreamWorld()
        world.analyzer.startError = TestError()
        let gate = Gate()
        world.analyzer.startGate = gate
        let session = await world.start()
        await world.journal.until("start")
        session.cancel()
        gate.open()
        await session.waitForCompletion()
        #expect(world.journal.entries == ["preparing", "availability", "start", "end", "end"])
    }

    @Test(.timeLimit(.minutes(1))) func rule10BufferedVerdictsAreNotDrained() async {
        let world = StreamWorld()
        let session = await world.ready()
        world.analyzer.yield(.mockSafe)
        world.analyzer.yield(.mockSensitive)
        world.analyzer.continuation?.finish(throwing: TestError())
        session.cancel()
        #expect(world.journal.entries.last == "end")
        session.cancel()
        await session.cancelAndWait()
        #expect(world.journal.entries == StreamWorld.attached + ["end"])
    }

    @Test(.timeLimit(.minutes(1))) func rule10WhileWaiting() async {
        let world = StreamWorld()
        let session = await world.ready()
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await world.journal.until("blurWithReveal sensitiveDetected")
        await settle()
        await session.cancelAndWait()
        session.continueStream()
        #expect(world.journal.entries == StreamWorld.attached + ["blurWithReveal sensitiveDetected", "end"])
    }

    @Test(.timeLimit(.minutes(1)), arguments: everyAction)
    func rule10WithinTheHandlerOfADecision(action: SafeMediaAction) async {
        let world = StreamWorld()
        let box = SessionBox()
        let journal = world.journal
        let session = await world.ready(.actions(sensitive: action)) { event in
            guard case .decision = event else { return }
            box.session?.cancel()
            box.session?.continueStream()
            journal.note("returned")
        }
        box.session = session
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await session.waitForCompletion()
        #expect(journal.entries == StreamWorld.attached + ["\(action) sensitiveDetected", "end", "returned"])
        box.session = nil
    }

    @Test(.timeLimit(.minutes(1))) func rule10WithinTheHandlerOfReady() async {
        let world = StreamWorld()
        let box = SessionBox()
        box.session = await world.start { event in
            if event == .ready { box.session?.cancel() }
        }
        await box.session?.waitForCompletion()
        #expect(world.journal.entries == StreamWorld.attached + ["end"])
        box.session = nil
    }

    @Test(.timeLimit(.minutes(1))) func rule10WithinTheAnalyzersContinue() async {
        let world = StreamWorld()
        let session = await world.ready(.actions(sensitive: .allow))
        world.analyzer.onContinue = { session.cancel() }
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await session.waitForCompletion()
        world.analyzer.onContinue = nil
        #expect(world.journal.entries == StreamWorld.attached + ["allow sensitiveDetected", "continue", "end"])
    }

    @Test(.timeLimit(.minutes(1))) func rule10EndsTheVerdictsOfTheAnalyzer() async {
        let world = StreamWorld()
        let journal = world.journal
        let session = await world.ready()
        world.analyzer.continuation?.onTermination = { termination in
            if case .cancelled = termination { Task { @MainActor in journal.note("terminated") } }
        }
        await settle()
        session.cancel()
        await journal.until("terminated")
        #expect(journal.entries == StreamWorld.attached + ["end", "terminated"])
    }

    @Test(.timeLimit(.minutes(1))) func aStartWithinTheHandlerOfADecision() async {
        let world = StreamWorld()
        let journal = world.journal
        let box = SessionBox()
        let first = await world.ready(name: "1 ") { event in
            guard case .decision = event else { return }
            Task.immediate { box.session = await world.start(name: "2 ") }
            journal.note("returned")
        }
        world.analyzer.yield(.mockSensitive)
        await journal.until("2 ready")
        await first.waitForCompletion()
        #expect(
            journal.entries.dropFirst(5) == [
                "1 blurWithReveal sensitiveDetected", "2 preparing", "end", "returned", "availability", "start",
                "attached", "2 ready",
            ])
        await box.session?.cancelAndWait()
        box.session = nil
    }

    @Test(.timeLimit(.minutes(1))) func aStartWithinPreparingIsTheNewerOne() async {
        let world = StreamWorld()
        let box = SessionBox()
        let outer = await world.start(name: "1 ") { _ in
            Task.immediate { box.session = await world.start(name: "2 ") }
        }
        await outer.waitForCompletion()
        await world.journal.until("2 ready")
        #expect(
            world.journal.entries == ["1 preparing", "2 preparing", "availability", "start", "attached", "2 ready"])
        await box.session?.cancelAndWait()
        #expect(world.journal.count(of: "end") == 1)
        box.session = nil
    }
}

/// A finished session keeps nothing of the app alive.
@MainActor @Suite struct HandlerLifetimeTests {
    final class View: Sendable {}

    /// Starts a session whose handler alone keeps a view, and gives a way to see whether it still does.
    func start(
        _ world: StreamWorld, _ policy: SafeMediaPolicy = .teenMessaging
    ) async -> (SafeMediaStreamSession, view: () -> View?) {
        let view = View()
        let session = await world.start(policy) { _ in withExtendedLifetime(view) {} }
        return (session, { [weak view] in view })
    }

    @Test(.timeLimit(.minutes(1))) func runningKeepsIt() async {
        let world = StreamWorld()
        let (session, view) = await start(world)
        await world.journal.until("ready")
        #expect(view() != nil)
        await session.cancelAndWait()
        #expect(view() == nil)
    }

    @Test(.timeLimit(.minutes(1))) func cancellingLetsGoAtOnce() async {
        let world = StreamWorld()
        let gate = Gate()
        world.analyzer.startGate = gate
        let (session, view) = await start(world)
        await world.journal.until("start")
        session.cancel()
        #expect(view() == nil)
        gate.open()
        await session.waitForCompletion()
    }

    @Test(.timeLimit(.minutes(1))) func blockFailureAndUnavailabilityLetGo() async {
        let blocked = StreamWorld()
        let (one, first) = await start(blocked, .childStrict)
        await blocked.journal.until("ready")
        blocked.analyzer.yield(.mockSensitive)
        await one.waitForCompletion()
        #expect(first() == nil)

        let failed = StreamWorld()
        let (two, second) = await start(failed, .adultMinimal)
        await failed.journal.until("ready")
        failed.analyzer.continuation?.finish(throwing: TestError())
        await two.waitForCompletion()
        #expect(second() == nil)

        let unavailable = StreamWorld()
        unavailable.analyzer.availabilities = [.unavailable(.missingFramework)]
        let (three, third) = await start(unavailable)
        await three.waitForCompletion()
        #expect(third() == nil)
    }

    @Test(.timeLimit(.minutes(1))) func replacementLetsGo() async {
        let world = StreamWorld()
        let (first, view) = await start(world)
        await world.journal.until("ready")
        let second = await world.start()
        #expect(view() == nil)
        await second.cancelAndWait()
        await first.waitForCompletion()
    }

    @Test(.timeLimit(.minutes(1))) func theEngineForgetsAFinishedSession() async {
        let world = StreamWorld()
        weak var session: SafeMediaStreamSession?
        do {
            let (running, _) = await start(world, .adultMinimal)
            session = running
            await world.journal.until("ready")
            world.analyzer.continuation?.finish()
            await running.waitForCompletion()
        }
        #expect(session == nil)
    }
}
