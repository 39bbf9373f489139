import Foundation

/// Seconds on a clock that never jumps, injectable for tests.
package struct MonotonicClock: Sendable {
    package var now: @Sendable () -> Double

    package init(now: @escaping @Sendable () -> Double) { self.now = now }

    package static let system = MonotonicClock {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
