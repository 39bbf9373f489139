import Foundation

/// What the parser asks the system about files, so that tests can answer instead.
package struct FileFacts: Sendable {
    /// A regular file, whatever it is called.
    package struct Identity: Sendable, Hashable {
        package var device: UInt64
        package var inode: UInt64

        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// Whether something has this name, be it a link that leads nowhere.
    package var exists: @Sendable ([UInt8]) -> Bool
    /// The regular file behind a name; nil where there is none.
    package var identity: @Sendable ([UInt8]) -> Identity?
    /// Whether a descriptor is a terminal.
    package var isTerminal: @Sendable (Int32) -> Bool
    /// A file's first bytes, at most so many.
    package var read: @Sendable (_ path: [UInt8], _ limit: Int) throws(SystemError) -> [UInt8]

    package init(
        exists: @escaping @Sendable ([UInt8]) -> Bool, identity: @escaping @Sendable ([UInt8]) -> Identity?,
        isTerminal: @escaping @Sendable (Int32) -> Bool,
        read: @escaping @Sendable (_ path: [UInt8], _ limit: Int) throws(SystemError) -> [UInt8]
    ) {
        self.exists = exists
        self.identity = identity
        self.isTerminal = isTerminal
        self.read = read
    }

    /// The system's own answers.
    package static let system = FileFacts(
        exists: { path in
            var facts = stat()
            return lstat(Descriptor.cPath(path), &facts) == 0
        },
        identity: { path in
            var facts = stat()
            guard stat(Descriptor.cPath(path), &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
            return Identity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
        },
        isTerminal: { isatty($0) == 1 },
        read: { (path, limit) throws(SystemError) in
            let descriptor = open(Descriptor.cPath(path), O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError(errno) }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: limit)
            var filled = 0
            while filled < limit {
                let count = bytes.withUnsafeMutableBytes {
                    Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), limit - filled)
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw SystemError(errno) }
                if count == 0 { break }
                filled += count
            }
            return Array(bytes[..<filled])
        })
}
