/// An argument as the kernel handed it over: bytes without a NUL, which need not be UTF-8.
package struct RawArgument: Sendable, Hashable, ExpressibleByStringLiteral {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(stringLiteral text: String) { self.init(text) }

    /// The text; nil where the bytes are not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The argument for messages: what is not UTF-8 shows as replacement characters, and nothing can act on a terminal.
    package var shown: String { TerminalText.harmless(Redactor.redact(String(decoding: bytes, as: UTF8.self))) }

    /// Every argument of the process but its name.
    package static func ofProcess(
        count: Int32, vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> [RawArgument] {
        (1..<max(1, Int(count))).compactMap { index in
            guard let start = vector[index] else { return nil }
            var bytes: [UInt8] = []
            var offset = 0
            while start[offset] != 0 {
                bytes.append(UInt8(bitPattern: start[offset]))
                offset += 1
            }
            return RawArgument(bytes: bytes)
        }
    }
}
