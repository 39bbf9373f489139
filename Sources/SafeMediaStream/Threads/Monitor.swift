import Glibc
import SafeMediaFrames

/// A value behind a lock, with a condition to wait for until a moment of the monotonic clock.
// Invariant: `value` is touched only while the lock is held; the two pthread objects are made before the first use and
// destroyed after the last.
final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    /// Works on the value, and wakes those who wait.
    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(lock)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(lock)
        }
        return try body(&value)
    }

    /// Looks at the value without waking anybody.
    func peek<Result>(_ body: (borrowing Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(value)
    }

    /// What a waiter does next.
    enum Step<Result> {
        /// It has what it came for.
        case done(Result)
        /// It waits for a change, or until this moment.
        case wait(until: StreamTime?)
    }

    /// Calls `body` until it is done, and waits for changes in between. Changes that `body` makes wake other waiters.
    func waiting<Result>(_ body: (inout Value) -> Step<Result>) -> Result {
        pthread_mutex_lock(lock)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(lock)
        }
        while true {
            switch body(&value) {
            case .done(let result):
                return result
            case .wait(until: nil):
                pthread_cond_wait(condition, lock)
            case .wait(until: let moment?):
                let nanoseconds = max(moment.nanoseconds, 0)
                var deadline = timespec(
                    tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
                pthread_cond_timedwait(condition, lock, &deadline)
            }
        }
    }
}
