import SafeMediaFrames
import Synchronization

/// What is known of decisions outside the gate: which one is being handled, and the concealment chosen for each. Safe to
/// use from any thread.
final class DecisionBoard: Sendable {
    private struct State {
        var handling: StreamDecision?
        var concealments: [Int: Concealment] = [:]
        var common: Concealment
    }

    private let state: Mutex<State>

    init(_ concealment: Concealment) {
        state = Mutex(State(common: concealment))
    }

    /// The decision whose handler is running.
    var handling: Int? { state.withLock { $0.handling?.number } }

    func begin(_ decision: StreamDecision) {
        state.withLock { $0.handling = decision }
    }

    /// - Returns: the decision that was being handled.
    func end() -> StreamDecision? {
        state.withLock { state in
            defer { state.handling = nil }
            return state.handling
        }
    }

    /// Chooses a concealment: for the decision being handled, else for everything from now on.
    func choose(_ concealment: Concealment) {
        state.withLock { state in
            if let number = state.handling?.number {
                state.concealments[number] = concealment
            } else {
                state.common = concealment
                state.concealments = [:]
            }
        }
    }

    /// The concealment for a frame that this decision conceals, or none.
    func concealment(for decision: Int?) -> Concealment {
        state.withLock { state in
            guard let decision, let chosen = state.concealments[decision] else { return state.common }
            return chosen
        }
    }
}
