import SafeMediaKit
import SafeMediaKitTesting
import Testing

/// A manual analyzer that asks for its session.
@MainActor
final class ObservingAnalyzer: SafeMediaStreamSessionObserving {
    let inner: ManualStreamAnalyzer
    var journal: Journal { inner.journal }
    /// The attachment told of last.
    var attachment: SafeMediaStreamAttachment?
    var onFinish: (@MainActor () -> Void)?

    init(_ journal: Journal) {
        inner = ManualStreamAnalyzer(journal)
    }

    func availability() async -> SafeMediaAvailability { await inner.availability() }
    func startAnalysis() async throws -> ManualStreamAnalyzer.Verdicts { try await inner.startAnalysis() }
    func continueStream() { inner.continueStream() }
    func endAnalysis() { inner.endAnalysis() }

    func sessionWillAttach(_ attachment: SafeMediaStreamAttachment) {
        self.attachment = attachment
        journal.note("will attach")
    }

    func sessionWillApply(_ event: SafeMediaStreamEvent, attachment: SafeMediaStreamAttachment) {
        journal.note("< " + Journal.text(event))
    }

    func sessionDidApply(_ event: SafeMediaStreamEvent, attachment: SafeMediaStreamAttachment) {
        journal.note("> " + Journal.text(event))
    }

    func sessionDidFinish(_ attachment: SafeMediaStreamAttachment) {
        journal.note("did finish")
        onFinish?()
    }
}

@MainActor @Suite struct ObservingTests {
    let journal = Journal()
    let analyzer: ObservingAnalyzer
    let engine: SafeMediaStreamEngine

    init() {
        analyzer = ObservingAnalyzer(journal)
        engine = SafeMediaStreamEngine(analyzer: analyzer)
    }

    func ready(_ policy: SafeMediaPolicy) async -> SafeMediaStreamSession {
        let session = await engine.start(policy: policy) { [journal] in journal.note($0) }
        await journal.until("> ready")
        return session
    }

    static func around(_ event: String) -> [String] { ["< " + event, event, "> " + event] }

    static let attaching =
        around("preparing") + ["will attach", "availability", "start", "attached"] + around("ready")

    @Test(.timeLimit(.minutes(1))) func tellsInOrder() async {
        let session = await ready(.actions(sensitive: .allow, unknown: .blur))
        analyzer.inner.yield(.mockSensitive)
        analyzer.inner.yield(.couldNotTell)
        await journal.until("> blur unknownByPolicy")
        await settle()
        #expect(analyzer.attachment?.isPaused == true)
        analyzer.attachment?.continueStream()
        #expect(analyzer.attachment?.isPaused == false)
        #expect(analyzer.attachment?.isFinished == false)
        await session.cancelAndWait()
        #expect(
            journal.entries == Self.attaching + Self.around("allow sensitiveDetected") + ["continue"]
                + Self.around("blur unknownByPolicy") + ["end", "did finish"])
        #expect(analyzer.attachment?.isFinished == true)
    }

    @Test(.timeLimit(.minutes(1))) func theEngineDoesTheSameUnobserved() async {
        let plain = StreamWorld()
        let policy = SafeMediaPolicy.actions(sensitive: .muteAudio, failure: .interruptVideo)
        for (inner, session) in [
            (analyzer.inner, await ready(policy)), (plain.analyzer, await plain.ready(policy)),
        ] {
            inner.yield(.mockSensitive)
            inner.yield(.mockSafe)
            inner.continuation?.finish()
            await session.waitForCompletion()
        }
        let hooks = journal.entries.filter { $0.hasPrefix("<") || $0.hasPrefix(">") || $0.hasSuffix(" attach") }
        #expect(hooks.count == 11)
        #expect(
            journal.entries.filter { !hooks.contains($0) && $0 != "did finish" } == plain.journal.entries)
    }

    @Test(.timeLimit(.minutes(1))) func aReplacedSessionFinishesBeforeTheNextAttaches() async {
        let first = await ready(.teenMessaging)
        let second = await engine.start(policy: .teenMessaging) { [journal] in journal.note($0) }
        await journal.until("> ready", times: 2)
        #expect(
            journal.entries == Self.attaching + Self.around("preparing") + ["end", "did finish"]
                + Self.attaching.dropFirst(3))
        await first.waitForCompletion()
        await second.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func aSessionThatNeverAttachedIsNotTold() async {
        let session = await engine.start(policy: .teenMessaging) { [journal] in journal.note($0) }
        await session.cancelAndWait()
        #expect(journal.entries == Self.around("preparing"))
    }

    @Test(.timeLimit(.minutes(1))) func restartsAfterAFailure() async {
        let session = await ready(.actions(failure: .allow))
        analyzer.inner.continuation?.finish(throwing: TestError())
        await session.waitForCompletion()
        #expect(analyzer.attachment?.canRestart == true)
        await analyzer.attachment?.restart()
        await journal.until("> ready", times: 2)
        #expect(
            journal.entries == Self.attaching + Self.around("allow analysisFailed") + ["end", "did finish"]
                + Self.attaching)
        // The app's handle is of the session that runs now.
        await session.cancelAndWait()
        #expect(journal.count(of: "end") == 2)
    }

    @Test(.timeLimit(.minutes(1))) func restartsThoughTheAppDroppedItsHandle() async {
        _ = await ready(.actions(failure: .allow))
        analyzer.inner.continuation?.finish()
        await journal.until("did finish")
        await settle()
        await analyzer.attachment?.restart()
        await journal.until("> ready", times: 2)
        await engine.start(policy: .teenMessaging) { _ in }.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func restartsFromWithinTheEnd() async {
        let session = await ready(.actions(failure: .muteAudio))
        analyzer.onFinish = { [analyzer] in
            analyzer.onFinish = nil
            let attachment = analyzer.attachment
            Task.immediate { await attachment?.restart() }
        }
        analyzer.inner.continuation?.finish()
        await journal.until("> ready", times: 2)
        await session.cancelAndWait()
        #expect(journal.count(of: "did finish") == 2)
    }

    @Test(.timeLimit(.minutes(1))) func restartsWhileWaiting() async {
        let session = await ready(.actions(sensitive: .blur))
        analyzer.inner.yield(.mockSensitive)
        await journal.until("> blur sensitiveDetected")
        await settle()
        let old = analyzer.attachment
        await old?.restart()
        await journal.until("> ready", times: 2)
        #expect(
            journal.entries == Self.attaching + Self.around("blur sensitiveDetected") + Self.around("preparing") + [
                "end", "did finish",
            ] + Self.attaching.dropFirst(3))
        // What has been restarted once is not restarted by its former attachment.
        #expect(old?.canRestart == false)
        await old?.restart()
        #expect(journal.count(of: "preparing") == 2)
        await session.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func waitingForCompletionOutlastsARestart() async {
        let session = await ready(.teenMessaging)
        let waiting = Task { [journal] in
            await session.waitForCompletion()
            journal.note("completed")
        }
        await settle()
        await analyzer.attachment?.restart()
        await journal.until("> ready", times: 2)
        await settle()
        #expect(journal.count(of: "completed") == 0)
        session.cancel()
        await waiting.value
        #expect(journal.entries.last == "completed")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SafeMediaAction.block, .interruptVideo])
    func doesNotRestartWhatADecisionEnded(action: SafeMediaAction) async {
        for verdict in [SafeMediaVerdict.mockSensitive, .couldNotTell, nil] {
            let test = ObservingTests()
            let session = await test.ready(.actions(sensitive: action, unknown: action, failure: action))
            if let verdict {
                test.analyzer.inner.yield(verdict)
            } else {
                test.analyzer.inner.continuation?.finish()
            }
            await session.waitForCompletion()
            await test.expectNoRestart()
        }
    }

    @Test(.timeLimit(.minutes(1))) func doesNotRestartWhatWasCancelled() async {
        let running = ObservingTests()
        await running.ready(.teenMessaging).cancelAndWait()
        await running.expectNoRestart()

        let failed = ObservingTests()
        let session = await failed.ready(.actions(failure: .allow))
        failed.analyzer.inner.continuation?.finish()
        await session.waitForCompletion()
        session.cancel()
        await failed.expectNoRestart()

        let replaced = ObservingTests()
        let first = await replaced.ready(.actions(failure: .allow))
        replaced.analyzer.inner.continuation?.finish()
        await first.waitForCompletion()
        let attachment = replaced.analyzer.attachment
        let second = await replaced.ready(.teenMessaging)
        await attachment?.restart()
        #expect(replaced.journal.count(of: "preparing") == 2)
        await second.cancelAndWait()
    }

    @Test(.timeLimit(.minutes(1))) func cancellingWhilePreparingARestartCancelsIt() async {
        let box = SessionBox()
        let session = await engine.start(policy: .actions(failure: .allow)) { [journal] event in
            journal.note(event)
            if event == .preparing { box.session?.cancel() }
        }
        await journal.until("> ready")
        box.session = session
        await analyzer.attachment?.restart()
        await session.waitForCompletion()
        #expect(journal.entries == Self.attaching + ["< preparing", "preparing", "end", "> preparing", "did finish"])
        box.session = nil
    }

    @Test(.timeLimit(.minutes(1))) func theHandlerLivesAsLongAsTheAttachment() async {
        final class View: Sendable {}
        weak var view: View?
        let session: SafeMediaStreamSession
        do {
            let kept = View()
            view = kept
            session = await engine.start(policy: .actions(failure: .allow)) { [journal] event in
                withExtendedLifetime(kept) { journal.note(event) }
            }
        }
        await journal.until("ready")
        analyzer.inner.continuation?.finish()
        await session.waitForCompletion()
        #expect(view != nil)
        analyzer.attachment = nil
        #expect(view == nil)
    }

    @Test(.timeLimit(.minutes(1))) func anAttachmentKeepsNoSessionAlive() async {
        let journal = Journal()
        let analyzer = ObservingAnalyzer(journal)
        do {
            let engine = SafeMediaStreamEngine(analyzer: analyzer)
            _ = await engine.start(policy: .teenMessaging) { journal.note($0) }
            await journal.until("> ready")
        }
        await journal.until("did finish")
        #expect(journal.entries == Self.attaching + ["end", "did finish"])
        #expect(analyzer.attachment?.canRestart == false)
    }

    func expectNoRestart() async {
        let before = journal.entries
        #expect(analyzer.attachment?.canRestart == false)
        await analyzer.attachment?.restart()
        await settle()
        #expect(journal.entries == before)
    }
}
