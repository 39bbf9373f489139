import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// Stands between the pipeline and an engine of SafeMediaKit's: to the engine it is an analyzer, to the pipeline it is
/// the engine, which it continues and restarts.
@MainActor
final class EngineAdapter: SafeMediaStreamSessionObserving {
    private enum Phase {
        case idle, starting, attached
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
    private var isRestarting = false
    private var restartIsDue = false
    private var isFinished = false
    private var held: (SafeMediaStreamEngine, SafeMediaStreamSession)?

    nonisolated init(
        gate: StreamGate, analyzer: StreamAnalyzer, outlet: VerdictOutlet, board: DecisionBoard, policy: SafeMediaPolicy,
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
        guard analyzer.canBegin else { throw VerdictOutlet.AnalysisFailed() }
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
        let wasAttached = phase == .attached
        phase = .idle
        pausedOn = nil
        for number in outlet.close() { settle(number) }
        // What the pipeline itself ends, or has ended, is not the app's wish to detach.
        if wasAttached, !isRestarting, !isFinished { gate.perform { $0.detach() } }
    }

    // MARK: What the engine tells

    func sessionWillAttach(_ attachment: SafeMediaStreamAttachment) {
        self.attachment = attachment
        phase = .starting
        isRestarting = false
    }

    func sessionWillApply(_ event: SafeMediaStreamEvent, attachment: SafeMediaStreamAttachment) {
        guard case .decision(let decision) = event else { return }
        let now = MonotonicClock.now
        let number: Int
        var time: StreamTime?
        var scores: [String: Double] = [:]
        if phase == .starting {
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
        case .allow, .muteAudio: goesOnByItself = true
        case .blur, .blurWithReveal: pausedOn = number
        case .block, .interruptVideo: break
        }
    }

    func sessionDidApply(_ event: SafeMediaStreamEvent, attachment: SafeMediaStreamAttachment) {
        switch event {
        case .preparing:
            events.post(.preparing)
        case .ready:
            events.post(.ready)
        case .decision(let decision):
            guard let handled = board.end() else { return }
            if decision.action != .allow, decision.action != .muteAudio { goesOnByItself = false }
            events.post(.decision(handled))
            settle(handled.number)
            Task { self.handlerHasReturned() }
        }
    }

    func sessionDidFinish(_ attachment: SafeMediaStreamAttachment) {
        goesOnByItself = false
    }

    private func settle(_ number: Int) {
        gate.perform { $0.settle(number, now: MonotonicClock.now) }
    }

    /// Runs once the engine has taken the step that follows a handler.
    private func handlerHasReturned() {
        goesOnByItself = false
        if restartIsDue { restartWhenSettled() }
    }

    // MARK: What the pipeline asks

    /// Keeps the pipeline's own engine and its session for the length of the run.
    func hold(_ engine: SafeMediaStreamEngine, _ session: SafeMediaStreamSession) {
        held = (engine, session)
    }

    /// Continues the engine, if it still waits after this decision.
    func continueEngine(after number: Int) {
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
        guard !isFinished else { return }
        restartIsDue = !outlet.isEmpty
        guard !restartIsDue, let attachment, attachment.canRestart else { return }
        Task {
            self.isRestarting = true
            await attachment.restart()
        }
    }

    /// The run is over: the session ends without a decision.
    func finish() {
        isFinished = true
        attachment?.cancel()
        attachment = nil
        held = nil
    }
}
