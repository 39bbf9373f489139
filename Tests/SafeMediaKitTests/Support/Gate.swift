/// Holds whoever waits until it is opened; stays open then.
@MainActor
final class Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func open() {
        isOpen = true
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter.resume() }
    }
}

/// Gives everything that is ready to run on the main actor its turn.
@MainActor
func settle() async {
    for _ in 0..<50 { await Task.yield() }
}
