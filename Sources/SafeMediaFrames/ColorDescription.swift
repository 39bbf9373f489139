/// A picture's colour tags. The raw numbers are those of ITU-T H.273, carried through untouched.
public struct ColorDescription: Sendable, Hashable {
    /// Which code values black and white have.
    public enum Range: Sendable, Hashable {
        /// Not stated; treat as limited for YUV and full for RGB.
        case unspecified
        /// 16–235 in 8 bits.
        case limited
        /// 0–255 in 8 bits.
        case full
    }

    /// Black and white levels.
    public var range: Range
    /// Colour primaries.
    public var primaries: Int32
    /// Transfer characteristics.
    public var transfer: Int32
    /// Matrix coefficients.
    public var matrix: Int32
    /// Chroma sample location, as FFmpeg numbers it.
    public var chromaLocation: Int32

    /// Makes a description; 2 is H.273's "unspecified".
    public init(
        range: Range = .unspecified, primaries: Int32 = 2, transfer: Int32 = 2, matrix: Int32 = 2,
        chromaLocation: Int32 = 0
    ) {
        self.range = range
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.chromaLocation = chromaLocation
    }
}
