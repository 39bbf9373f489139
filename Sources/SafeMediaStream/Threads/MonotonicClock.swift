import Glibc
import SafeMediaFrames

/// The clock that deadlines are kept by: never set back, and the one that `Monitor` waits by.
enum MonotonicClock {
    static var now: StreamTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return StreamTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
