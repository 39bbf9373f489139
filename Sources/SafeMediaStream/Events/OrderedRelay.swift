import Synchronization

/// Passes values on in the order in which they came, from whichever thread is here, without holding a lock meanwhile.
///
/// A thread that comes while another is passing values on leaves its own to that one.
final class OrderedRelay<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var isPassing = false
        var receiver: (@Sendable (Value) -> Void)?
    }

    private let state = Mutex(State())

    /// Names the receiver. What came before waits for it.
    func connect(_ receiver: @escaping @Sendable (Value) -> Void) {
        state.withLock { $0.receiver = receiver }
        pass()
    }

    /// Lets go of the receiver; what comes now is dropped.
    func disconnect() {
        state.withLock { $0.receiver = { _ in } }
    }

    /// Takes values in. Call while holding the lock that orders them.
    func append(_ values: [Value]) {
        guard !values.isEmpty else { return }
        state.withLock { $0.values.append(contentsOf: values) }
    }

    /// Passes on what is there. Call without any lock.
    func pass() {
        while true {
            let batch: ([Value], @Sendable (Value) -> Void)? = state.withLock { state in
                guard let receiver = state.receiver, !state.isPassing, !state.values.isEmpty else { return nil }
                state.isPassing = true
                defer { state.values.removeAll() }
                return (state.values, receiver)
            }
            guard let (values, receiver) = batch else { return }
            for value in values { receiver(value) }
            state.withLock { $0.isPassing = false }
        }
    }
}
