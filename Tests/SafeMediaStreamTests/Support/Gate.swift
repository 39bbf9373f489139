import Glibc
import SafeMediaFrames
import Synchronization

@testable import SafeMediaStream

/// Holds tasks back until it is opened.
final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Mutex(State.closed([]))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .closed(let waiting) = state else { return true }
                state = .closed(waiting + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            defer { state = .open }
            if case .closed(let waiting) = state { return waiting }
            return []
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Holds a thread back until it is opened, or for so long that the test has failed anyway. Not for the cooperative pool.
final class Barrier: Sendable {
    private let monitor = Monitor(false)
    private static let patience = StreamTime(seconds: 10)

    func wait() {
        let limit = MonotonicClock.now + Self.patience
        monitor.waiting { $0 || MonotonicClock.now >= limit ? .done(()) : .wait(until: limit) }
    }

    func open() {
        monitor.withLock { $0 = true }
    }
}

/// Runs blocking code on a thread of its own.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        PipelineThread.start("test") { continuation.resume(returning: body()) }
    }
}
