import SafeMediaKit
import SafeMediaKitTesting
import Testing

/// Rules 7 to 9: what a verdict, or the end of the verdicts, brings about.
@MainActor @Suite struct VerdictTests {
    @Test(.timeLimit(.minutes(1))) func rule7StreamActionComesBeforeSensitiveAction() async {
        let world = StreamWorld()
        let session = await world.ready(.actions(sensitive: .allow, stream: .interruptVideo))
        world.analyzer.yield(.mockSensitiveVideo)
        await session.waitForCompletion()
        #expect(world.journal.entries == StreamWorld.attached + ["interruptVideo sensitiveDetected", "end"])
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SafeMediaAction.allow, .muteAudio])
    func rule7GoesOnByItself(action: SafeMediaAction) async {
        let world = StreamWorld()
        let session = await world.ready(.actions(sensitive: action))
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSensitive)
        await world.journal.until("continue", times: 2)
        let one = ["\(action) sensitiveDetected", "continue"]
        #expect(world.journal.entries == StreamWorld.attached + one + one)
        await session.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SafeMediaAction.allow, .muteAudio])
    func rule7GoesOnOnceThoughItsHandlerContinued(action: SafeMediaAction) async {
        let world = StreamWorld()
        let box = SessionBox()
        let session = await world.ready(.actions(sensitive: action)) { event in
            if case .decision = event {
                box.session?.continueStream()
                box.session?.continueStream()
            }
        }
        box.session = session
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await world.journal.until("allow safe")
        #expect(
            world.journal.entries == StreamWorld.attached + ["\(action) sensitiveDetected", "continue", "allow safe"])
        await session.cancelAndWait()
        box.session = nil
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SafeMediaAction.blur, .blurWithReveal])
    func rule7WaitsAndTakesNoNewerVerdict(action: SafeMediaAction) async {
        let world = StreamWorld()
        let session = await world.ready(.actions(sensitive: action))
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await world.journal.until("\(action) sensitiveDetected")
        await settle()
        #expect(world.journal.entries == StreamWorld.attached + ["\(action) sensitiveDetected"])
        session.continueStream()
        session.continueStream()
        #expect(world.journal.entries.last == "continue")
        await world.journal.until("allow safe")
        #expect(
            world.journal.entries == StreamWorld.attached + ["\(action) sensitiveDetected", "continue", "allow safe"])
        await session.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func rule7AHandlerMayContinueItsOwnDecision() async {
        let world = StreamWorld()
        let box = SessionBox()
        let session = await world.ready(.actions(sensitive: .blur)) { event in
            if case .decision = event { box.session?.continueStream() }
        }
        box.session = session
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await world.journal.until("allow safe")
        #expect(world.journal.count(of: "continue") == 1)
        await session.cancelAndWait()
        box.session = nil
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SafeMediaAction.block, .interruptVideo])
    func rule7EndsTheSession(action: SafeMediaAction) async {
        let world = StreamWorld()
        let box = SessionBox()
        let session = await world.ready(.actions(sensitive: action)) { event in
            // Nothing waits, so this opens nothing.
            if case .decision = event { box.session?.continueStream() }
        }
        box.session = session
        world.analyzer.yield(.mockSensitive)
        world.analyzer.yield(.mockSafe)
        await session.waitForCompletion()
        session.continueStream()
        #expect(world.journal.entries == StreamWorld.attached + ["\(action) sensitiveDetected", "end"])
        box.session = nil
    }

    @Test(.timeLimit(.minutes(1))) func rule8ContinuingAfterUnknownDoesNotAskTheAnalyzer() async {
        let world = StreamWorld()
        let session = await world.ready(.actions(unknown: .blur))
        world.analyzer.yield(.couldNotTell)
        world.analyzer.yield(.mockSafe)
        await world.journal.until("blur unknownByPolicy")
        await settle()
        #expect(world.journal.count(of: "allow safe") == 0)
        session.continueStream()
        await world.journal.until("allow safe")
        #expect(world.journal.count(of: "continue") == 0)
        await session.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SafeMediaAction.allow, .muteAudio])
    func rule8UnknownGoesOnWithoutTheAnalyzer(action: SafeMediaAction) async {
        let world = StreamWorld()
        let session = await world.ready(.actions(unknown: action))
        world.analyzer.yield(.couldNotTell)
        world.analyzer.yield(.mockSafe)
        await world.journal.until("allow safe")
        #expect(world.journal.entries == StreamWorld.attached + ["\(action) unknownByPolicy", "allow safe"])
        await session.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func rule8ContinuingWhileNothingWaitsDoesNothing() async {
        let world = StreamWorld()
        let session = await world.start(.actions(sensitive: .blur))
        session.continueStream()
        await world.journal.until("ready")
        session.continueStream()
        world.analyzer.yield(.mockSensitive)
        await world.journal.until("blur sensitiveDetected")
        await settle()
        #expect(world.journal.count(of: "continue") == 0)
        session.continueStream()
        #expect(world.journal.count(of: "continue") == 1)
        await session.cancelAndWait()
        session.continueStream()
        #expect(world.journal.count(of: "continue") == 1)
    }

    @Test(
        .timeLimit(.minutes(1)), arguments: [true, false], [SafeMediaAction.allow, .muteAudio, .block, .interruptVideo])
    func rule9TheEndOfVerdictsIsAFailureBeforeTeardown(throwing: Bool, action: SafeMediaAction) async {
        let world = StreamWorld()
        let session = await world.ready(.actions(failure: action))
        world.analyzer.yield(.mockSafe)
        world.analyzer.continuation?.finish(throwing: throwing ? TestError() : nil)
        await session.waitForCompletion()
        #expect(world.journal.entries == StreamWorld.attached + ["allow safe", "\(action) analysisFailed", "end"])
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false], [SafeMediaAction.blur, .blurWithReveal])
    func rule9ABlurringFailureKeepsTheSession(continued: Bool, action: SafeMediaAction) async {
        let world = StreamWorld()
        let session = await world.ready(.actions(failure: action))
        world.analyzer.continuation?.finish(throwing: TestError())
        await world.journal.until("\(action) analysisFailed")
        await settle()
        #expect(world.journal.count(of: "end") == 0)
        if continued { session.continueStream() } else { session.cancel() }
        await session.waitForCompletion()
        #expect(world.journal.entries == StreamWorld.attached + ["\(action) analysisFailed", "end"])
    }

    @Test(.timeLimit(.minutes(1))) func rule9AFailureBehindASensitiveVerdictWaitsToo() async {
        let world = StreamWorld()
        let session = await world.ready(.actions(sensitive: .blur, failure: .block))
        world.analyzer.yield(.mockSensitive)
        world.analyzer.continuation?.finish(throwing: TestError())
        await world.journal.until("blur sensitiveDetected")
        await settle()
        #expect(world.journal.count(of: "block analysisFailed") == 0)
        session.continueStream()
        await session.waitForCompletion()
        #expect(
            world.journal.entries == StreamWorld.attached + [
                "blur sensitiveDetected", "continue", "block analysisFailed", "end",
            ])
    }

    @Test(.timeLimit(.minutes(1))) func aVerdictOfAnUnavailableAnalyzerIsNotSafe() async {
        let world = StreamWorld()
        let session = await world.ready(.actions(unavailable: .block))
        var verdict = SafeMediaVerdict.mockSafe
        verdict.availability = .unavailable(.unsupportedMediaType)
        world.analyzer.yield(verdict)
        await session.waitForCompletion()
        #expect(world.journal.entries == StreamWorld.attached + ["block unavailableByPolicy", "end"])
    }
}
