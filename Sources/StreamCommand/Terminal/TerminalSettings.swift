import Foundation
import Synchronization

/// A terminal that hands over keys as they are pressed, without showing them, until it is restored.
package final class TerminalSettings: Sendable {
    private struct State: Sendable {
        var saved: termios?
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Switches to single keys; Ctrl-C and Ctrl-Z stay signals. Does nothing in the background, where the terminal is
    /// another program's.
    ///
    /// - Returns: whether keys come one by one now.
    @discardableResult
    package func enter() -> Bool {
        guard Self.isForeground(descriptor) else { return false }
        return state.withLock { state in
            guard state.saved == nil else { return true }
            var settings = termios()
            guard tcgetattr(descriptor, &settings) == 0 else { return false }
            let saved = settings
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
            guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return false }
            state.saved = saved
            return true
        }
    }

    /// Puts back what was there before; may be called again.
    package func restore() {
        state.withLock { state in
            guard var saved = state.saved else { return }
            // Draining first could wait for ever on a terminal that stands still.
            if Self.isForeground(descriptor) { _ = tcsetattr(descriptor, TCSANOW, &saved) }
            state.saved = nil
        }
    }

    /// Whether the terminal listens to this process. One that is not the session's own answers with an error; it is
    /// nobody else's either.
    static func isForeground(_ descriptor: Int32) -> Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    /// The terminal's width; 80 where it is not stated.
    static func columns(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
