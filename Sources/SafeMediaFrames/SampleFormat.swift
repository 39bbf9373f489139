/// The picture a model wants to be given: its channels and its size.
public struct SampleFormat: Sendable, Hashable {
    /// Channels of a sample, interleaved, 8 bits each, full range.
    public enum Channels: Sendable, Hashable {
        /// Luma alone.
        case gray
        /// Red, green, blue.
        case rgb

        /// Bytes per pixel.
        public var count: Int { self == .gray ? 1 : 3 }
    }

    /// How the upright picture is brought to the model's size.
    public enum Size: Sendable, Hashable {
        /// Stretched to exactly this size, whatever its shape.
        case stretched(width: Int, height: Int)
        /// Scaled down, never up, so that its longer side is at most this; its shape is kept.
        case limited(longerSide: Int)
        /// Scaled to fit inside this size with its shape kept; the rest, to the right and below, is black.
        case padded(width: Int, height: Int)
    }

    /// How pixels are resampled.
    public enum Resampling: Sendable, Hashable {
        /// Triangle filter, widened when scaling down.
        case bilinear
        /// Mean of the covered area.
        case area
        /// Cubic filter, widened when scaling down.
        case bicubic
        /// Nearest pixel.
        case nearest
    }

    /// Channels.
    public var channels: Channels
    /// Size rule.
    public var size: Size
    /// Resampling filter.
    public var resampling: Resampling

    /// Makes a format.
    public init(channels: Channels, size: Size, resampling: Resampling) {
        self.channels = channels
        self.size = size
        self.resampling = resampling
    }
}
