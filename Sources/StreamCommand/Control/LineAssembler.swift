/// Cuts what a client sends into lines of bounded length.
package struct LineAssembler {
    package enum Line: Sendable, Hashable {
        case complete([UInt8])
        /// A line beyond the bound; nothing of it is kept.
        case tooLong
    }

    /// Bytes of the longest line, without its end.
    package static let longest = 4096

    private var pending: [UInt8] = []
    private var isSkipping = false

    package init() {}

    /// Adds bytes; blank lines are left out.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines += finish()
            } else if pending.count < Self.longest {
                pending.append(byte)
            } else {
                isSkipping = true
            }
        }
        return lines
    }

    /// The line that the end of input ends, where there is one.
    package mutating func finish() -> [Line] {
        defer {
            pending.removeAll(keepingCapacity: true)
            isSkipping = false
        }
        if isSkipping { return [.tooLong] }
        let isBlank = pending.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        return isBlank ? [] : [.complete(pending)]
    }
}
