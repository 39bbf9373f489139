/// Everything but the samples of a decoded picture. When any of it changes in mid-stream, whatever was built for the
/// format before (scalers, encoders, frozen pictures) no longer fits.
public struct PictureFormat: Sendable, Hashable {
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int
    /// How samples lie in memory.
    public var pixelFormat: PixelFormat
    /// Colour tags.
    public var color: ColorDescription
    /// A pixel's width over its height; not valid where it is not stated.
    public var sampleAspectRatio: Rational

    /// Describes a picture.
    public init(
        width: Int, height: Int, pixelFormat: PixelFormat, color: ColorDescription = ColorDescription(),
        sampleAspectRatio: Rational = Rational(0, 1)
    ) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.color = color
        self.sampleAspectRatio = sampleAspectRatio
    }
}
