import CFFmpeg
import Synchronization

/// What stands behind one context of FFmpeg: who may interrupt it, and what it said in the log.
///
/// Its address is the context's opaque value, so it must outlive the context: owners declare it before the context and
/// call `retire()` after freeing that.
package final class ContextWatch: Sendable {
    private struct State {
        var lastMessage: String?
        var damage = 0
    }

    let interrupt: Interrupt?
    private let state = Mutex(State())

    init(interrupt: Interrupt? = nil) {
        self.interrupt = interrupt
        FFmpegLog.register(self)
    }

    func retire() {
        FFmpegLog.unregister(self)
    }

    /// The value to put into a context.
    var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// To be put into a format context before it is opened.
    var interruptCallback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<ContextWatch>.fromOpaque(opaque).takeUnretainedValue().shouldStop ? 1 : 0
            }, opaque: opaque)
    }

    var shouldStop: Bool { interrupt?.shouldStop ?? false }

    /// The last line that the context said as a warning or worse, without credentials.
    var lastMessage: String? { state.withLock { $0.lastMessage } }

    /// How many lines since the last call spoke of damaged or lost data; the count starts again.
    func takeDamage() -> Int {
        state.withLock { state in
            defer { state.damage = 0 }
            return state.damage
        }
    }

    func note(_ message: String, isDamage: Bool) {
        state.withLock { state in
            state.lastMessage = message
            if isDamage { state.damage += 1 }
        }
    }

    /// Makes an error of a failed call: the reason is the interrupt's where that ended it.
    func error(_ code: Int32, _ operation: StaticString, detail: String? = nil) -> FFmpegError {
        switch interrupt?.cause {
        case .cancelled: FFmpegError(code: SMF_ERROR_EXIT, operation: operation)
        case .deadline: FFmpegError(code: SMF_ERROR_TIMED_OUT, operation: operation)
        case nil: FFmpegError(code: code, operation: operation, detail: detail)
        }
    }
}
