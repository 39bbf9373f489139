import Synchronization

/// The end of a run, for whoever waits for it.
final class RunCompletion: Sendable {
    typealias Outcome = Result<StreamSummary, StreamError>

    private enum State {
        case running([CheckedContinuation<Outcome, Never>])
        case over(Outcome)
    }

    private let state = Mutex(State.running([]))

    /// Waits for the end.
    func value() async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome: Outcome? = state.withLock { state in
                switch state {
                case .over(let outcome):
                    return outcome
                case .running(var waiters):
                    waiters.append(continuation)
                    state = .running(waiters)
                    return nil
                }
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// The run is over. Only the first call counts.
    func finish(_ outcome: Outcome) {
        let waiters: [CheckedContinuation<Outcome, Never>] = state.withLock { state in
            guard case .running(let waiters) = state else { return [] }
            state = .over(outcome)
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }
}
