import Glibc

/// A copy of a stream that cannot be sought in, in an unnamed temporary file, for containers whose index comes last.
final class SpooledInput: Sendable {
    /// Open for reading, at the start.
    let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// `O_TMPFILE`, which Swift does not import: 020000000 with `O_DIRECTORY`.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Copies everything there is to read.
    static func copying(_ source: Int32) throws(StreamError) -> SpooledInput {
        let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        // Unnamed: gone with the process, however that ends.
        let descriptor = open(directory, Self.unnamed | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StreamError(
                .input,
                "standard input cannot be spooled to \(directory): \(reason()); set TMPDIR to a directory with room")
        }
        let spool = SpooledInput(descriptor: descriptor)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw StreamError(.input, "standard input cannot be read: \(reason())")
            }
            try spool.append(buffer[..<count], in: directory)
        }
        lseek(descriptor, 0, SEEK_SET)
        return spool
    }

    private func append(_ bytes: ArraySlice<UInt8>, in directory: String) throws(StreamError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw StreamError(
                    .input,
                    "standard input cannot be spooled to \(directory): \(Self.reason()); set TMPDIR to a directory with room"
                )
            }
            rest = rest.dropFirst(count)
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
