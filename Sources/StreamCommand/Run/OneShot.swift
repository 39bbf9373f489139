import Synchronization

/// A value that is set once and awaited once; who comes second with a value is ignored.
final class OneShot<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case empty
        case awaited(CheckedContinuation<Value, Never>)
        case filled(Value)
        case taken
    }

    private let state = Mutex(State.empty)

    func fill(_ value: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .empty: state = .filled(value)
            case .awaited(let continuation):
                state = .taken
                return continuation
            case .filled, .taken: break
            }
            return nil
        }
        waiting?.resume(returning: value)
    }

    /// Waits for the value; to be called once.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let ready: Value? = state.withLock { state in
                if case .filled(let value) = state {
                    state = .taken
                    return value
                }
                state = .awaited(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
