import Synchronization

/// Counts model calls that were given up and have not returned. Each holds a thread and what the model holds.
final class AbandonedCalls: Sendable {
    /// At most so many at a time.
    static let limit = 2

    private let hung = Mutex<[Int: Int]>([:])

    /// The call under way of this model was given up.
    func gaveUp(model: Int) {
        hung.withLock { $0[model, default: 0] += 1 }
    }

    /// A runner of this model has ended.
    func returned(model: Int) {
        hung.withLock { hung in
            if let count = hung[model], count > 0 { hung[model] = count - 1 }
        }
    }

    /// Calls of the model that has most of them.
    var count: Int { hung.withLock { $0.values.max() ?? 0 } }
}
