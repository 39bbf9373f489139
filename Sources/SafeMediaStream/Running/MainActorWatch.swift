import SafeMediaFrames
import Synchronization

/// Asks the main actor for a sign of life, and tells when it has given none for too long. Safe to use from any thread.
final class MainActorWatch: Sendable {
    private let limit: StreamTime
    /// When the question was asked that has no answer yet.
    private let askedAt = Mutex<StreamTime?>(nil)

    /// - Parameter limit: how long an answer may take.
    init(limit: StreamTime) {
        self.limit = limit
    }

    /// Asks, unless a question is open already.
    ///
    /// - Returns: whether that one has been open for too long.
    func isUnserved(now: StreamTime) -> Bool {
        let since: StreamTime? = askedAt.withLock { askedAt in
            defer { askedAt = askedAt ?? now }
            return askedAt
        }
        if let since { return now - since > limit }
        Task { @MainActor in self.askedAt.withLock { $0 = nil } }
        return false
    }

    /// The main actor is busy with a handler of the app's, which takes as long as it takes.
    func isServed(now: StreamTime) {
        askedAt.withLock { askedAt in
            if askedAt != nil { askedAt = now }
        }
    }
}
