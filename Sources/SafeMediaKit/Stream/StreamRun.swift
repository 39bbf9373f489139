/// One attachment to a live video, from `.preparing` to the end of its analysis.
@MainActor
final class StreamRun {
    typealias Handler = @MainActor @Sendable (SafeMediaStreamEvent) -> Void

    private let analyzer: any SafeMediaStreamAnalyzing
    private let policy: SafeMediaPolicy
    private var state = StreamRunState()
    /// Gone once the run has finished, so that a handle kept by an app keeps nothing of the app alive.
    private var handler: Handler?
    /// Resumed by going on or by finishing, whichever comes first.
    private var waiter: CheckedContinuation<Void, Never>?
    /// nil before the run is launched and after it has ended.
    private(set) var task: Task<Void, Never>?

    private let observer: (any SafeMediaStreamSessionObserving)?
    /// What the observer was given; held until the run has finished, so that from then on the observer alone decides
    /// how long a restart stays possible.
    private var attachment: SafeMediaStreamAttachment?
    private weak var observedAttachment: SafeMediaStreamAttachment?
    private var isObserved = false

    init(analyzer: any SafeMediaStreamAnalyzing, policy: SafeMediaPolicy, handler: @escaping Handler) {
        self.analyzer = analyzer
        self.policy = policy
        self.handler = handler
        observer = analyzer as? any SafeMediaStreamSessionObserving
    }

    var isFinished: Bool { state.isFinished }
    var isPaused: Bool { state.isPaused }
    var canRestart: Bool { observedAttachment?.canRestart ?? false }

    /// Prepares what the observer, if there is one, will be given.
    func prepareAttachment(session: SafeMediaStreamSession, engine: SafeMediaStreamEngine) {
        guard observer != nil, let handler else { return }
        let attachment = SafeMediaStreamAttachment(
            run: self, session: session, engine: engine, policy: policy, handler: handler)
        self.attachment = attachment
        observedAttachment = attachment
    }

    /// Lets the run go its way once `previous` has ended; `ended` is called at its very end.
    func launch(after previous: Task<Void, Never>?, ended: @escaping @MainActor @Sendable () -> Void) {
        task = Task {
            await previous?.value
            await self.watch()
            self.finish()
            self.task = nil
            ended()
            self.tellObserverOfEnd()
        }
    }

    /// Calls the handler, and says whether the run goes on.
    func apply(_ event: SafeMediaStreamEvent) -> Bool {
        guard !state.isFinished, let handler else { return false }
        let attachment = attachment
        if let attachment { observer?.sessionWillApply(event, attachment: attachment) }
        handler(event)
        if let attachment { observer?.sessionDidApply(event, attachment: attachment) }
        return !state.isFinished
    }

    func continueStream() {
        switch state.resume() {
        case .nothing: return
        case .engine: break
        case .engineAndAnalyzer: analyzer.continueStream()
        }
        wake()
    }

    /// Ends the run for good: nothing begins it again.
    func cancel() {
        observedAttachment?.forbidRestart()
        finish()
        task?.cancel()
    }

    /// Ends analysis where it was begun, and lets go of the handler. Only the first call does anything.
    func finish() {
        let finish = state.finish()
        guard finish != .nothing else { return }
        handler = nil
        if finish == .releaseAndEndAnalysis { analyzer.endAnalysis() }
        wake()
    }

    private func wake() {
        let waiter = waiter
        self.waiter = nil
        waiter?.resume()
    }

    private func tellObserverOfEnd() {
        let attachment = attachment
        self.attachment = nil
        if isObserved, let attachment { observer?.sessionDidFinish(attachment) }
    }
}

// MARK: The way of a run

extension StreamRun {
    private func watch() async {
        guard !state.isFinished else { return }
        if let attachment {
            isObserved = true
            observer?.sessionWillAttach(attachment)
        }
        guard !state.isFinished else { return }
        let availability = await analyzer.availability()
        guard !state.isFinished else { return }
        guard availability == .available else {
            return conclude(SafeMediaDecisionMapping.streamUnavailable(availability, policy: policy))
        }
        guard let verdicts = await attach(), apply(.ready) else { return }
        await follow(verdicts)
    }

    /// The stream of verdicts, or nil when the run is over.
    private func attach() async -> AsyncThrowingStream<SafeMediaVerdict, any Error>? {
        guard state.beginAttaching() else { return nil }
        do {
            let verdicts = try await analyzer.startAnalysis()
            if state.didAttach() { return verdicts }
            // Finished meanwhile: what was attached after the end is ended again.
            analyzer.endAnalysis()
            return nil
        } catch {
            // Something may have been attached before the error, so the end does not wait for an answer.
            analyzer.endAnalysis()
            state.didFailToAttach()
        }
        guard !state.isFinished else { return nil }
        let availability = await analyzer.availability()
        guard !state.isFinished else { return nil }
        conclude(
            availability == .available
                ? SafeMediaDecisionMapping.streamFailure(policy: policy)
                : SafeMediaDecisionMapping.streamUnavailable(availability, policy: policy))
        return nil
    }

    private func follow(_ verdicts: AsyncThrowingStream<SafeMediaVerdict, any Error>) async {
        do {
            for try await verdict in verdicts {
                let decision = SafeMediaDecisionMapping.streamDecision(for: verdict, policy: policy)
                guard await settle(decision, analyzerWaits: verdict.sensitivity == .sensitive) else { return }
            }
        } catch {
            // An error and an end that nobody asked for are the same to the video: nobody watches it any more.
        }
        guard !state.isFinished else { return }
        _ = await settle(SafeMediaDecisionMapping.streamFailure(policy: policy), analyzerWaits: false)
    }

    /// Applies a decision while attached, waits where it says so, and tells whether the run goes on.
    private func settle(_ decision: SafeMediaDecision, analyzerWaits: Bool) async -> Bool {
        guard !state.isFinished else { return false }
        let effect = decision.action.streamEffect
        if effect == .ends { observedAttachment?.forbidRestart() }
        // A decision that ends the session cannot be continued, not even by its own handler.
        if effect == .waits || (effect == .goesOn && analyzerWaits) { state.pause(analyzerWaits: analyzerWaits) }
        guard apply(.decision(decision)) else { return false }
        switch effect {
        case .goesOn: continueStream()
        case .waits: await waitUntilContinued()
        case .ends: return false
        }
        return !state.isFinished
    }

    private func waitUntilContinued() async {
        guard state.isPaused else { return }
        await withCheckedContinuation { waiter = $0 }
    }

    /// Applies the one decision of a run that has nothing attached.
    private func conclude(_ decision: SafeMediaDecision) {
        if decision.action.streamEffect == .ends { observedAttachment?.forbidRestart() }
        _ = apply(.decision(decision))
    }
}
