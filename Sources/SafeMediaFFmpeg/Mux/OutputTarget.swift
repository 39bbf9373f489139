/// Where media goes to.
package enum OutputTarget: Sendable, Hashable {
    /// A local file by the bytes of its path, which need not be UTF-8. What is there is replaced.
    case file(path: [UInt8])
    /// A network address with its scheme.
    case url(String)
    /// An open descriptor, such as standard output. It stays the caller's, and is never sought in.
    case descriptor(Int32)

    /// A local file by its path.
    package static func file(_ path: String) -> OutputTarget { .file(path: Array(path.utf8)) }
}

/// How an output is written.
package struct OutputOptions: Sendable {
    /// Each packet is sent on at once, and mp4 is written in fragments so that the file plays however the writing ends.
    package var isLive = false
    /// What carries RTP.
    package var rtspTransport: InputOptions.RTSPTransport = .tcp
    /// How long one network call may take; nil leaves it to the interrupt.
    package var timeout: Duration?
    /// FFmpeg's own options; one that nobody understands is an error.
    package var options: [(String, String)] = []

    package init() {}
}
