import SafeMediaFrames

/// Passes values on in the order in which they came, from whichever thread is here, without holding a lock meanwhile.
///
/// A thread that comes while another is passing values on leaves its own to that one.
final class OrderedRelay<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var isPassing = false
        var isClosed = false
        var receiver: (@Sendable (Value) -> Void)?
    }

    private let state = Monitor(State())

    /// Names the receiver. What came before waits for it.
    func connect(_ receiver: @escaping @Sendable (Value) -> Void) {
        state.withLock { $0.receiver = receiver }
        pass()
    }

    /// Lets go of the receiver; what has not been passed on yet and what comes now is dropped.
    func disconnect() {
        state.withLock { state in
            state.isClosed = true
            state.receiver = nil
            state.values = []
        }
    }

    /// Takes no more values, passes on what is there, and lets go of the receiver. Waits, for so long at most, for
    /// another thread that is passing values on; not to be called by the receiver.
    func close(within patience: StreamTime) {
        state.withLock { $0.isClosed = true }
        pass()
        let limit = MonotonicClock.now + patience
        state.waiting { state in
            guard state.isPassing || !state.values.isEmpty, MonotonicClock.now < limit else {
                state.receiver = nil
                return .done(())
            }
            return .wait(until: limit)
        }
    }

    /// Takes values in. Call while holding the lock that orders them.
    func append(_ values: [Value]) {
        guard !values.isEmpty else { return }
        state.withLock { state in
            if !state.isClosed { state.values.append(contentsOf: values) }
        }
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
