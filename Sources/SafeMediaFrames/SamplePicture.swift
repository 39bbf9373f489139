/// An upright picture made for a model: packed lines of interleaved 8-bit channels, full range.
public struct SamplePicture: Sendable {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// Channels of each pixel.
    public let channels: SampleFormat.Channels
    /// `height` lines of `width` pixels, without padding.
    public let bytes: [UInt8]
    /// The frame's time on the stream; zero for a still picture.
    public let time: StreamTime

    /// Wraps the bytes.
    ///
    /// - Precondition: their count is `width * height * channels.count`.
    public init(
        width: Int, height: Int, channels: SampleFormat.Channels, bytes: [UInt8], time: StreamTime = .zero
    ) {
        precondition(bytes.count == width * height * channels.count)
        self.width = width
        self.height = height
        self.channels = channels
        self.bytes = bytes
        self.time = time
    }
}
