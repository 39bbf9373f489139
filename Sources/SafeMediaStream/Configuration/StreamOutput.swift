/// Where a pipeline sends the concealed stream.
public enum StreamOutput: Sendable {
    /// A local file, opened as such whatever its name looks like. Its ending chooses the container.
    case path(String)
    /// A local file whose name need not be UTF-8, as raw bytes without a NUL.
    case rawPath([UInt8])
    /// A network address with a scheme: `rtsp` (published), `rtmp`, `srt`, `udp`.
    case url(String)
    /// Standard output. `StreamConfiguration.format` must name a container that can be written without seeking.
    case standardOutput
    /// An object of the app's that receives every released frame instead of an encoder. Sound and subtitles are left out.
    case sink(any FrameSink)
}
