import SafeMediaGate
import Synchronization

/// The handle of a running pipeline. Safe to use from any thread; nothing here waits for the pipeline's loop.
public final class StreamControl: Sendable {
    private let gate: StreamGate
    private let board: DecisionBoard
    private let counters: RunCounters
    private let completion: RunCompletion
    private let ending: @Sendable () -> Void

    init(
        gate: StreamGate, board: DecisionBoard, counters: RunCounters, completion: RunCompletion,
        ending: @escaping @Sendable () -> Void
    ) {
        self.gate = gate
        self.board = board
        self.counters = counters
        self.completion = completion
        self.ending = ending
    }

    /// Continues after the decision being handled, else after the one that closed the gate. An app's continue: a reveal
    /// where the decision was `blurWithReveal` and the policy allows it, else a re-arm. Does nothing where nothing waits.
    public func continueStream() {
        guard let number = board.handling ?? gate.look({ $0.closedBy }) else { return }
        try? continueStream(after: number)
    }

    /// Continues after this decision, as `continueStream()` does.
    ///
    /// - Throws: `ContinueRefusal` where the number is stale or nothing waits.
    public func continueStream(after decision: Int) throws(ContinueRefusal) {
        try pass(decision, by: .app)
    }

    /// Continues after this decision on behalf of a person, who may only do what the policy lets viewers do.
    ///
    /// - Throws: `ContinueRefusal`, also where the policy allows no reveal.
    public func reveal(after decision: Int) throws(ContinueRefusal) {
        try pass(decision, by: .person)
    }

    private func pass(
        _ number: Int, by continuer: GateStateMachine.Continuer
    ) throws(ContinueRefusal) {
        do {
            try gate.perform { (machine: inout GateStateMachine) throws(GateContinueRefusal) in
                try machine.continueStream(after: number, by: continuer, now: MonotonicClock.now)
            }
        } catch {
            throw ContinueRefusal(error)
        }
    }

    /// Closes the gate by hand, from the next frame to be released.
    public func conceal() {
        gate.perform { $0.closeByHand() }
    }

    /// Opens what `conceal()` closed. What a decision closed stays closed.
    public func open() {
        gate.perform { $0.openByHand() }
    }

    /// Changes the concealment: in a handler, of the decision being handled; elsewhere, from the next frame on.
    public func setConcealment(_ concealment: Concealment) {
        board.choose(concealment)
    }

    /// The state at this moment.
    public var status: StreamStatus {
        let summary = counters.summary
        let isConcealed = counters.isConcealed
        return gate.look { machine in
            StreamStatus(
                summary: summary, isConcealed: isConcealed, closedBy: machine.closedBy,
                isClosedByOperator: machine.isOperatorLatchClosed, isStoppedByPolicy: machine.isStopped,
                isAnalysisAttached: machine.isAttached, holdBack: machine.holdBack)
        }
    }

    /// Ends the run properly: what is verified is written, the rest is dropped, the output is finished.
    public func stop() {
        ending()
    }

    /// Waits until everything is written.
    ///
    /// - Returns: the final counts.
    /// - Throws: `StreamError` where the run failed; what was written until then is finished as well as it could be.
    public func waitForCompletion() async throws -> StreamSummary {
        try await completion.value().get()
    }
}

extension ContinueRefusal {
    init(_ refusal: GateContinueRefusal) {
        switch refusal {
        case .nothingToContinue: self = .nothingToContinue
        case .stale(let current): self = .staleDecision(current: current)
        case .revealNotAllowed: self = .revealNotAllowed
        case .stopped: self = .stoppedByPolicy
        }
    }
}
