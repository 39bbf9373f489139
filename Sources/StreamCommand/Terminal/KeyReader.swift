import Foundation
import Synchronization

/// Reads keys from a terminal on a thread of its own.
package final class KeyReader: Sendable {
    package let settings: TerminalSettings
    /// Closing it ends the thread.
    private let wake: Mutex<Int32>

    /// Switches the terminal to single keys and begins to read.
    ///
    /// - Parameter press: called on the reader's thread for each key.
    package init(descriptor: Int32, press: @escaping @Sendable (UInt8) -> Void) throws(SystemError) {
        let (woken, wake) = try Descriptor.pipe()
        self.wake = Mutex(wake)
        settings = TerminalSettings(descriptor: descriptor)
        settings.enter()
        let thread = Thread {
            Self.read(descriptor, woken, press)
            close(woken)
        }
        thread.name = "keys"
        thread.start()
    }

    /// Restores the terminal and ends the thread; may be called again.
    package func stop() {
        settings.restore()
        wake.withLock { wake in
            if wake >= 0 { close(wake) }
            wake = -1
        }
    }

    deinit { stop() }

    private static func read(_ descriptor: Int32, _ woken: Int32, _ press: (UInt8) -> Void) {
        while true {
            // Reading in the background would stop the process.
            let isForeground = TerminalSettings.isForeground(descriptor)
            var waiting = [
                pollfd(fd: woken, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isForeground ? descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waiting, 2, isForeground ? -1 : 500) >= 0 || errno == EINTR else { return }
            if waiting[0].revents != 0 { return }
            guard waiting[1].revents != 0, TerminalSettings.isForeground(descriptor) else { continue }
            var keys = [UInt8](repeating: 0, count: 64)
            let count = Glibc.read(descriptor, &keys, keys.count)
            if count > 0 {
                for key in keys[..<count] { press(key) }
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                // The terminal has gone.
                return
            }
        }
    }
}
