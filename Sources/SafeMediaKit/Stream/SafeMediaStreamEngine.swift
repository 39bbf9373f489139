/// Watches one live video at a time and applies a policy. Verdicts of live video are never cached.
@MainActor
public final class SafeMediaStreamEngine {
    private let analyzer: any SafeMediaStreamAnalyzing
    /// The latest session, while it runs or may be begun again.
    private var current: SafeMediaStreamSession?
    /// Starts are numbered in the order of their `.preparing`.
    private var lastNumber = 0
    /// The number of the latest start that went ahead.
    private var currentNumber = 0

    /// Makes an engine for one analyzer.
    public init(analyzer: any SafeMediaStreamAnalyzing) {
        self.analyzer = analyzer
    }

    /// Begins a session, in place of one that is running. Never throws.
    ///
    /// The handler is called on the main actor, and nothing further happens until it has returned: what it does to the
    /// view takes effect before the next step. `.preparing` is applied before a running session ends and before this
    /// function returns; everything else happens afterwards.
    ///
    /// - `.allow` and `.muteAudio` let the stream go on by themselves.
    /// - `.blur` and `.blurWithReveal` wait for the session's `continueStream()`.
    /// - `.block` and `.interruptVideo` end the session.
    ///
    /// Unavailable analysis is one decision with the policy's `unavailableAction`, and ends the session; so does analysis
    /// that cannot be attached, with its `failureAction`. Analysis that fails or ends by itself is a decision with
    /// `failureAction`, before anything is detached. A task that was cancelled before the call gets a finished session,
    /// no event is applied, and a running session stays.
    ///
    /// - Parameters:
    ///   - policy: what is done about each kind of verdict.
    ///   - handler: applies an event to the view before it returns.
    /// - Returns: the session, which need not be kept.
    public func start(
        policy: SafeMediaPolicy, applying handler: @escaping @MainActor @Sendable (SafeMediaStreamEvent) -> Void
    ) async -> SafeMediaStreamSession {
        let session = SafeMediaStreamSession()
        begin(session, policy: policy, handler: handler)
        return session
    }

    /// Begins the latest session again under its own handle; does nothing for any other, or where it was cancelled.
    func restart(
        _ session: SafeMediaStreamSession, policy: SafeMediaPolicy, handler: @escaping StreamRun.Handler
    ) {
        guard current === session, !session.isCancelled else { return }
        begin(session, policy: policy, handler: handler)
    }

    private func begin(
        _ session: SafeMediaStreamSession, policy: SafeMediaPolicy, handler: @escaping StreamRun.Handler
    ) {
        guard !Task.isCancelled else { return }
        lastNumber += 1
        let number = lastNumber
        let run = StreamRun(analyzer: analyzer, policy: policy, handler: handler)
        run.prepareAttachment(session: session, engine: self)
        // The handler may have cancelled this task or the session, or begun a newer session, which then stays.
        guard run.apply(.preparing), !Task.isCancelled, !session.isCancelled, number > currentNumber else {
            return run.cancel()
        }

        let previous = current?.run
        let previousTask = previous?.task
        previous?.cancel()
        currentNumber = number
        current = session
        session.adopt(run)
        run.launch(after: previousTask) { [weak self, weak run] in
            guard let run else { return }
            self?.runDidEnd(run)
        }
    }

    /// Lets go of a session that is over.
    private func runDidEnd(_ run: StreamRun) {
        if current?.run === run, !run.canRestart { current = nil }
    }
}
