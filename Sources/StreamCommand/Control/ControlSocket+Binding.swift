import Foundation

/// Why the control socket cannot be had.
package struct ControlSocketError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
}

extension ControlSocket {
    /// A listening socket at this path.
    static func listen(_ path: [UInt8]) throws(ControlSocketError) -> Int32 {
        try clear(path)
        let descriptor = try socket()
        // On Linux the file that `bind` makes takes its mode from the socket, so that no moment with another mode exists,
        // and no other thread sees a changed umask.
        guard fchmod(descriptor, 0o600) == 0, bind(descriptor, to: path) == 0, Glibc.listen(descriptor, 16) == 0 else {
            let error = SystemError(errno)
            Glibc.close(descriptor)
            throw ControlSocketError(description: "the socket cannot be made: \(error)")
        }
        return descriptor
    }

    /// Removes a socket that a dead process left behind.
    private static func clear(_ path: [UInt8]) throws(ControlSocketError) {
        var facts = stat()
        guard lstat(Descriptor.cPath(path), &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK else {
            throw ControlSocketError(description: "a file of that name exists and is not a socket; name another")
        }
        let probe = try socket()
        defer { Glibc.close(probe) }
        let isAlive = withAddress(path) { connect(probe, $0, $1) } == 0 || errno != ECONNREFUSED
        guard !isAlive else {
            throw ControlSocketError(description: "another process listens there; name another socket")
        }
        unlink(Descriptor.cPath(path))
    }

    private static func socket() throws(ControlSocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else {
            throw ControlSocketError(description: "the socket cannot be made: \(SystemError(errno))")
        }
        return descriptor
    }

    private static func bind(_ descriptor: Int32, to path: [UInt8]) -> Int32 {
        withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    }

    private static func withAddress(
        _ path: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.prefix(longestPath)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
