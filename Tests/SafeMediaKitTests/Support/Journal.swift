import SafeMediaKit

/// What happened on the main actor, in order, and a way to wait for it.
@MainActor
final class Journal {
    private(set) var entries: [String] = []
    private var waiters: [(count: Int, of: String, continuation: CheckedContinuation<Void, Never>)] = []

    func note(_ entry: String) {
        entries.append(entry)
        let due = waiters.filter { count(of: $0.of) >= $0.count }
        waiters.removeAll { count(of: $0.of) >= $0.count }
        for waiter in due { waiter.continuation.resume() }
    }

    func note(_ event: SafeMediaStreamEvent, as name: String = "") {
        note(name + Self.text(event))
    }

    /// Returns once `entry` was noted `times` times.
    func until(_ entry: String, times: Int = 1) async {
        guard count(of: entry) < times else { return }
        await withCheckedContinuation { waiters.append((times, entry, $0)) }
    }

    func count(of entry: String) -> Int {
        entries.filter { $0 == entry }.count
    }

    static func text(_ event: SafeMediaStreamEvent) -> String {
        switch event {
        case .preparing: "preparing"
        case .ready: "ready"
        case .decision(let decision): "\(decision.action) \(decision.reason)"
        }
    }
}
