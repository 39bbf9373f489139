import SafeMediaStream
import Synchronization

/// A run that may not have begun yet: a camera takes seconds to answer, and sockets, keys and signals do not wait for it.
package final class RunHandle: Sendable {
    private struct State: Sendable {
        var control: (any RunControl)?
        var isStopRequested = false
        var onStopBeforeStart: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// The control, once the run has begun.
    package var control: (any RunControl)? { state.withLock { $0.control } }

    /// Says what a stop does while the run has not begun.
    package func beforeStart(_ stop: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            state.onStopBeforeStart = stop
            return state.isStopRequested
        }
        if isDue { stop() }
    }

    /// The run has begun.
    package func attach(_ control: any RunControl) {
        let isDue = state.withLock { state in
            state.control = control
            state.onStopBeforeStart = nil
            return state.isStopRequested
        }
        if isDue { control.stop() }
    }

    /// Ends the run properly.
    package func stop() {
        let (control, early) = state.withLock { state in
            state.isStopRequested = true
            return (state.control, state.onStopBeforeStart)
        }
        // Both may take locks of their own.
        if let control { control.stop() } else { early?() }
    }
}
