import Glibc
import Synchronization

/// Ends blocking calls of FFmpeg, from any thread or at a deadline.
///
/// One may serve several contexts; a deadline then holds for whichever of them is busy.
package final class Interrupt: Sendable {
    /// Why a call was ended.
    package enum Cause: UInt8, Sendable, Hashable {
        /// `cancel()` was called.
        case cancelled = 1
        /// The deadline passed.
        case deadline = 2
    }

    private static let never = Int64.max
    private let cancelled = Atomic<Bool>(false)
    /// Nanoseconds of the monotonic clock.
    private let deadline = Atomic<Int64>(never)
    private let endedBy = Atomic<UInt8>(0)

    package init() {}

    /// Ends the running call and every later one.
    package func cancel() {
        cancelled.store(true, ordering: .releasing)
    }

    /// Whether `cancel()` was called.
    package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Gives calls until then; one at a time, a newer deadline replaces the older.
    package func arm(deadline instant: ContinuousClock.Instant) {
        arm(after: ContinuousClock.now.duration(to: instant))
    }

    /// Gives calls so long from now.
    package func arm(after duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let remaining = overflow ? (seconds < 0 ? 0 : Self.never) : max(0, whole + attoseconds / 1_000_000_000)
        let (end, beyond) = Self.now().addingReportingOverflow(remaining)
        endedBy.store(0, ordering: .relaxed)
        deadline.store(beyond ? Self.never : end, ordering: .releasing)
    }

    /// Takes the deadline away.
    package func disarm() {
        deadline.store(Self.never, ordering: .releasing)
    }

    /// Why the last call was ended, if it was; cleared by `arm`.
    package var cause: Cause? { Cause(rawValue: endedBy.load(ordering: .acquiring)) }

    /// Asked by FFmpeg many times a second while it waits.
    var shouldStop: Bool {
        if cancelled.load(ordering: .acquiring) {
            endedBy.store(Cause.cancelled.rawValue, ordering: .releasing)
            return true
        }
        let limit = deadline.load(ordering: .acquiring)
        guard limit != Self.never, Self.now() >= limit else { return false }
        endedBy.store(Cause.deadline.rawValue, ordering: .releasing)
        return true
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
