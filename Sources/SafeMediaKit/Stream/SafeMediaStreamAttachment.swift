/// An analyzer's own hold on the session that attached to it.
///
/// It keeps neither the session nor the engine alive. It keeps the handler, for `restart()`, and the engine lets go of it
/// when the session has finished: from then on the handler lives as long as the analyzer keeps the attachment.
@MainActor
package final class SafeMediaStreamAttachment {
    private weak var run: StreamRun?
    private weak var session: SafeMediaStreamSession?
    private weak var engine: SafeMediaStreamEngine?
    private let policy: SafeMediaPolicy
    private var handler: StreamRun.Handler?

    init(
        run: StreamRun, session: SafeMediaStreamSession, engine: SafeMediaStreamEngine, policy: SafeMediaPolicy,
        handler: @escaping StreamRun.Handler
    ) {
        self.run = run
        self.session = session
        self.engine = engine
        self.policy = policy
        self.handler = handler
    }

    /// Whether a decision waits to be continued.
    package var isPaused: Bool { run?.isPaused ?? false }

    /// Whether the session goes no further.
    package var isFinished: Bool { run?.isFinished ?? true }

    /// Whether `restart()` may begin the session again: it was not cancelled or replaced, and no decision ended it by
    /// `block` or `interruptVideo`.
    package var canRestart: Bool { handler != nil }

    /// Goes on after a decision that waits, as the session's own `continueStream()` does.
    package func continueStream() {
        run?.continueStream()
    }

    /// Ends the session for good and without a decision, as the session's own `cancel()` does.
    package func cancel() {
        run?.cancel()
    }

    /// Begins the session again with the same policy and handler, whether it is running, waiting or has failed.
    ///
    /// This is a start like any other: `.preparing` comes first, the attachment that was running ends, and the analyzer is
    /// given a new attachment. The app's handle stands for the session begun again. Does nothing where `canRestart` is
    /// false or the engine is gone.
    package func restart() async {
        guard let handler, let session, let engine else { return }
        engine.restart(session, policy: policy, handler: handler)
    }

    func forbidRestart() {
        handler = nil
    }
}
