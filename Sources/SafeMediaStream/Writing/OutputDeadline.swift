import SafeMediaFFmpeg
import SafeMediaFrames
import Synchronization

/// How long one call of the output's may block: the time-out, or less once the run is being stopped. Safe to use from any
/// thread.
final class OutputDeadline: Sendable {
    /// What finishing may take once somebody waits for the end.
    static let patience = StreamTime(nanoseconds: 1_500_000_000)

    /// What each call may take even then: the encoder's last pictures may have used up the patience on a busy machine,
    /// and a file that takes what it is given is to get its end.
    static let moment = StreamTime(nanoseconds: 150_000_000)

    let interrupt = Interrupt()
    private let timeout: StreamTime
    private let limit = Mutex<StreamTime?>(nil)

    init(timeout: StreamTime) {
        self.timeout = timeout
    }

    /// Gives the next call its time.
    func arm() {
        let now = MonotonicClock.now
        let time = limit.withLock { limit in limit.map { min(max($0 - now, Self.moment), timeout) } ?? timeout }
        interrupt.arm(after: .nanoseconds(time.nanoseconds))
    }

    /// From now on everything together may take `patience`, also the call that is under way.
    func hurry() {
        limit.withLock { limit in
            if limit == nil { limit = MonotonicClock.now + Self.patience }
        }
        arm()
    }
}
