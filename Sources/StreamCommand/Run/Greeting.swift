import Synchronization

/// What is said at the start of a run: before anything else about it, once, and not where it cannot begin, so that an error
/// stands alone.
final class Greeting: Sendable {
    private let isDue = Mutex(true)
    private let say: @Sendable () -> Void

    init(_ say: @escaping @Sendable () -> Void) { self.say = say }

    /// Says it, the first time.
    func give() {
        let isFirst = isDue.withLock { isDue in
            defer { isDue = false }
            return isDue
        }
        if isFirst { say() }
    }
}
