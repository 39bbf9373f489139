import Foundation

/// Small wraps of system calls on descriptors.
package enum Descriptor {
    /// A path as the system wants it, with a NUL at its end.
    static func cPath(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }

    /// Opens standard streams that were closed at the start, so that no file of the run becomes one of them and is written
    /// messages. Using such a stream still fails: each is opened for the direction that nobody uses.
    static func fillStandardStreams() {
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] {
            // `open` takes the lowest free number, and the lower ones are filled already.
            if fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", mode) }
        }
    }

    /// A pipe that programs started from here do not inherit.
    static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw SystemError(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Writes everything, waiting as long as it takes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if count >= 0 {
                offset += count
            } else if errno == EAGAIN {
                // Whoever shares the descriptor may have made it non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, 1000)
            } else if errno != EINTR {
                throw SystemError(errno)
            }
        }
    }
}
