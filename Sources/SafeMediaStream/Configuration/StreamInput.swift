/// Where a pipeline takes its pictures and sound from.
public enum StreamInput: Sendable {
    /// A local file, opened as such whatever its name looks like.
    case path(String)
    /// A local file whose name need not be UTF-8, as raw bytes without a NUL.
    case rawPath([UInt8])
    /// A network address with a scheme: `rtsp`, `rtsps`, `rtmp`, `rtmps`, `srt`, `udp`, `rtp`, `tcp`, `http`, `https`.
    case url(String)
    /// Standard input. Containers that need seeking are refused, or spooled to disk where
    /// `StreamConfiguration.spoolsInput` says so.
    case standardInput
    /// Frames that the app pushes, without sound.
    case frames(FrameFeed)
}
