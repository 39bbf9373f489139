import Foundation

/// What an operand names: the standard streams, a network address, or a local file.
///
/// An operand is an address only where it begins with a known scheme and `://` **and** no local file has that name.
/// Everything else is a local file, whatever it looks like.
package enum MediaArgument: Sendable, Hashable {
    case standardStream
    case url(String)
    case path([UInt8])

    /// Schemes of network addresses, in the order help lists them.
    package static let schemes = ["rtsp", "rtsps", "rtmp", "rtmps", "srt", "udp", "rtp", "tcp", "http", "https"]

    /// - Parameter exists: whether a local file has this name; links count even where they lead nowhere.
    package init(_ argument: RawArgument, exists: ([UInt8]) -> Bool) throws(UsageError) {
        guard !argument.bytes.isEmpty else { throw UsageError("an empty name is neither a file nor an address") }
        if argument.bytes == Array("-".utf8) {
            self = .standardStream
        } else if let scheme = Self.scheme(of: argument.bytes), !exists(argument.bytes) {
            guard Self.schemes.contains(scheme) else {
                throw UsageError(
                    "'\(argument.shown)': no such file, and '\(scheme)' is not a scheme that is known here "
                        + "(\(Self.schemes.joined(separator: ", ")))")
            }
            guard let text = argument.text else {
                throw UsageError("the address '\(argument.shown)' is not UTF-8; write such bytes as %XX")
            }
            self = .url(text)
        } else {
            self = .path(argument.bytes)
        }
    }

    /// What stands before `://`, in lower case, where it could be a scheme at all.
    private static func scheme(of bytes: [UInt8]) -> String? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let name = String(decoding: bytes[..<colon], as: UTF8.self)
        let allowed = name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "+-.".unicodeScalars.contains($0))
        }
        return allowed ? name.lowercased() : nil
    }

    /// The operand for messages, without credentials.
    package var shown: String {
        switch self {
        case .standardStream: "-"
        case .url(let text): RawArgument(text).shown
        case .path(let bytes): RawArgument(bytes: bytes).shown
        }
    }
}
