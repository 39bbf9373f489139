import Synchronization

/// Counts model calls that were given up and have not returned. Each holds a thread and what the model holds.
final class AbandonedCalls: Sendable {
    /// At most so many of one model at a time.
    static let limit = 2

    private let hung = Mutex<[Int: Int]>([:])

    /// The call under way of this model was given up.
    func gaveUp(model: Int) {
        hung.withLock { $0[model, default: 0] += 1 }
    }

    /// A call of this model that was given up has returned after all.
    func returned(model: Int) {
        hung.withLock { $0[model, default: 0] -= 1 }
    }

    /// Calls of the model that has most of them.
    var count: Int { hung.withLock { $0.values.max() ?? 0 } }
}
