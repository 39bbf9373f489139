/// Where media comes from.
package enum InputSource: Sendable, Hashable {
    /// A local file by the bytes of its path, which need not be UTF-8. Never taken for a URL or a pattern.
    case file(path: [UInt8])
    /// A network address with its scheme.
    case url(String)
    /// An open descriptor, such as standard input. It stays the caller's.
    case descriptor(Int32)

    /// A local file by its path.
    package static func file(_ path: String) -> InputSource { .file(path: Array(path.utf8)) }
}

/// How an input is opened.
package struct InputOptions: Sendable {
    /// What carries RTP.
    package enum RTSPTransport: String, Sendable, Hashable {
        case tcp
        case udp
    }

    /// FFmpeg's name of the format; nil looks at the data.
    package var format: String?
    /// Bytes looked at, at most, to find the format and the streams; nil leaves FFmpeg's own bound.
    package var probeSize: Int?
    /// How much of the stream is looked at, at most, to find the streams; nil leaves FFmpeg's own bound.
    package var analyzeDuration: Duration?
    package var rtspTransport: RTSPTransport = .tcp
    /// How long one network call may take; nil leaves it to the interrupt.
    package var timeout: Duration?
    /// FFmpeg's own options; one that nobody understands is an error.
    package var options: [(String, String)] = []
    /// The source cannot be asked again: damaged packets are kept and flagged.
    package var isLive = false

    package init() {}
}
