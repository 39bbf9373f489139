import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// Stands between the pipeline and an engine of SafeMediaKit's: to the engine it is an analyzer, to the pipeline it is
/// the engine, which it continues and restarts.
@MainActor
final class EngineAdapter: SafeMediaStreamSessionObserving {
    private enum Phase {
        case idle
        /// A session has begun, and either attaches or makes one decision.
        case starting
        case attached
        /// The pipeline has ended the verdict stream with an error.
        case failed
    }

    private let gate: StreamGate
    private let analyzer: StreamAnalyzer
    private let outlet: VerdictOutlet
    private let board: DecisionBoard
    private let policy: SafeMediaPolicy
    private let counters: RunCounters
    private let events: EventFeed

    private var phase = Phase.idle
    private var attachment: SafeMediaStreamAttachment?
    /// The decision that the engine waits after.
    private var pausedOn: Int?
    /// The pipeline is continuing the engine: what the engine passes on is not an app's wish.
    private var isContinuing = false
    /// The action of the decision being handled goes on by itself.
    private var goesOnByItself = false
    /// Decisions that the pipeline continued before the engine came to them.
    private var continuedAhead: Set<Int> = []
    private var isRestarting = false
    /// The session whose `.preparing` was applied last, while the pipeline begins one.
    private var upcoming: SafeMediaStreamAttachment?
    private var restartIsDue = false
    private var isFinished = false
    private var held: (SafeMediaStreamEngine, SafeMediaStreamSession)?

    nonisolated init(
        gate: StreamGate, analyzer: StreamAnalyzer, outlet: VerdictOutlet, board: DecisionBoard,
        policy: SafeMediaPolicy,
        counters: RunCounters, events: EventFeed
    ) {
        self.gate = gate
        self.analyzer = analyzer
        self.outlet = outlet
        self.board = board
        self.policy = policy
        self.counters = counters
        self.events = events
    }

    // MARK: What the engine asks

    func availability() async -> SafeMediaAvailability { await analyzer.availability() }

    func startAnalysis() async throws -> AsyncThrowingStream<SafeMediaVerdict, any Error> {
        guard analyzer.canBegin, !isFinished else { throw VerdictOutlet.AnalysisFailed() }
        let stream = outlet.open()
        phase = .attached
        gate.perform { $0.attach(now: MonotonicClock.now) }
        return stream
    }

    func continueStream() {
        guard !isContinuing, !goesOnByItself, let number = board.handling ?? pausedOn else { return }
        pausedOn = nil
        // The engine has gone on already; where the gate has nothing to open, there is nothing to say.
        try? gate.perform { (machine: inout GateStateMachine) throws(GateContinueRefusal) in
            try machine.continueStream(after: number, by: .app, now: MonotonicClock.now)
        }
    }

    func endAnalysis() {
        // A start that failed still makes its decision.
        guard phase == .attached || phase == .failed else { return }
        let wasAttached = phase == .attached
        phase = .idle
        pausedOn = nil
        continuedAhead = []
        for number in outlet.close(keeping: gate.look(\.closedBy)) { settle(number) }
        // What the pipeline itself ends is not the app's wish to detach, nor is the end of a failed session, unless it
        // was cancelled instead of being begun again.
        guard !isRestarting, wasAttached || attachment?.canRestart == false else { return }
        detach()
    }

    /// Nobody is going to attach any more, as far as is known.
    private func detach() {
        if !isFinished { gate.perform { $0.detach() } }
    }

    // MARK: What the engine tells

    func sessionWillAttach(_ attachment: SafeMediaStreamAttachment) {
        // Another engine's session; one engine ends its own before it begins the next.
        if let previous = self.attachment, previous !== attachment, !previous.isFinished { previous.cancel() }
        self.attachment = attachment
        phase = .starting
        if isFinished { attachment.cancel() }
    }

    func sessionWillApply(_ event: SafeMediaStreamEvent, attachment: SafeMediaStreamAttachment) {
        guard case .decision(let decision) = event else { return }
        let now = MonotonicClock.now
        let number: Int
        var time: StreamTime?
        var scores: [String: Double] = [:]
        if phase == .starting {
            phase = .idle
            counters.countDecision()
            number = gate.perform { machine in
                decision.reason == .unavailableByPolicy
                    ? machine.becomeUnavailable(now: now) : machine.failToStart(now: now)
            }
        } else if let item = outlet.take() {
            number = item.number
            time = item.time
            scores = item.verdict?.scores ?? [:]
            if item.verdict == nil { phase = .failed }
        } else {
            return
        }
        let allowsReveal = policy.allowReveal && decision.action == .blurWithReveal
        board.begin(
            StreamDecision(
                number: number, decision: decision, time: time, scores: scores, allowsReveal: allowsReveal))
        switch decision.action {
        case .allow, .muteAudio:
            goesOnByItself = true
        case .blur, .blurWithReveal:
            // The engine may come here from a decision that went on by itself without a pause in between.
            goesOnByItself = false
            pausedOn = number
        case .block, .interruptVideo:
            goesOnByItself = false
        }
    }

    func sessionDidApply(_ event: SafeMediaStreamEvent, attachment: SafeMediaStreamAttachment) {
        switch event {
        case .preparing:
            if isRestarting { upcoming = attachment }
            events.post(.preparing)
        case .ready:
            events.post(.ready)
        case .decision:
            guard let handled = board.end() else { return }
            events.post(.decision(handled))
            settle(handled.number)
            Task { self.handlerHasReturned(from: handled.number) }
        }
    }

    func sessionDidFinish(_ attachment: SafeMediaStreamAttachment) {
        guard self.attachment === attachment else { return }
        goesOnByItself = false
        // Cancelled before it could attach.
        if phase == .starting {
            phase = .idle
            detach()
        }
    }

    private func settle(_ number: Int) {
        gate.perform { $0.settle(number, now: MonotonicClock.now) }
    }

    /// Runs once the engine has taken the step that follows a handler.
    private func handlerHasReturned(from number: Int) {
        if continuedAhead.remove(number) != nil { continueEngine(after: number) }
        if restartIsDue { restartWhenSettled() }
    }

    // MARK: What the pipeline asks

    /// Keeps the pipeline's own engine and its session for the length of the run.
    func hold(_ engine: SafeMediaStreamEngine, _ session: SafeMediaStreamSession) {
        held = (engine, session)
    }

    /// Continues the engine, if it still waits after this decision, or else as soon as it comes to wait after it.
    func continueEngine(after number: Int) {
        if outlet.isExpecting(number) {
            continuedAhead.insert(number)
            return
        }
        guard pausedOn == number, let attachment else { return }
        pausedOn = nil
        isContinuing = true
        attachment.continueStream()
        isContinuing = false
    }

    /// Begins a new session once the decisions on their way have been handled.
    func restart(after delay: StreamTime) {
        Task {
            if delay > .zero { try? await Task.sleep(nanoseconds: UInt64(delay.nanoseconds)) }
            self.restartWhenSettled()
        }
    }

    private func restartWhenSettled() {
        // The app may have begun a session itself meanwhile.
        guard !isFinished, phase != .starting, !gate.look(\.isAttached) else { return }
        restartIsDue = !outlet.isEmpty
        guard !restartIsDue else { return }
        guard let attachment, attachment.canRestart else { return detach() }
        Task { await self.restart(attachment) }
    }

    private func restart(_ attachment: SafeMediaStreamAttachment) async {
        isRestarting = true
        upcoming = nil
        // Returns without having waited: the session attaches afterwards.
        await attachment.restart()
        isRestarting = false
        // The app has let go of its engine, or has cancelled the session in the handler.
        if upcoming?.isFinished ?? true { detach() }
        upcoming = nil
    }

    /// The run is over: the session ends without a decision.
    func finish() {
        isFinished = true
        attachment?.cancel()
        attachment = nil
        held = nil
    }
}
