import Synchronization

/// Holds on to what is made later.
final class Keeper<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    var kept: Value? { value.withLock { $0 } }

    func keep(_ value: Value) {
        self.value.withLock { $0 = value }
    }
}
