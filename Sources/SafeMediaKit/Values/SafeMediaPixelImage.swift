/// An upright image in memory: rows from top to bottom without padding, three bytes a pixel in the order red, green,
/// blue, in sRGB.
public struct SafeMediaPixelImage: Sendable, Hashable {
    /// Width in pixels, at least 1.
    public let width: Int
    /// Height in pixels, at least 1.
    public let height: Int
    /// `width` × `height` × 3 bytes.
    public let rgb: [UInt8]

    /// Takes pixels over.
    ///
    /// - Throws: `SizeMismatch` when a side is not positive or the number of bytes is not `width` × `height` × 3.
    public init(width: Int, height: Int, rgb: [UInt8]) throws(SizeMismatch) {
        guard Self.byteCount(width: width, height: height) == rgb.count else {
            throw SizeMismatch(width: width, height: height, byteCount: rgb.count)
        }
        self.width = width
        self.height = height
        self.rgb = rgb
    }

    /// nil for sides that no image can have.
    private static func byteCount(width: Int, height: Int) -> Int? {
        guard width > 0, height > 0 else { return nil }
        let (pixels, tooManyPixels) = width.multipliedReportingOverflow(by: height)
        let (bytes, tooManyBytes) = pixels.multipliedReportingOverflow(by: 3)
        return tooManyPixels || tooManyBytes ? nil : bytes
    }

    /// The bytes given do not make an image of the size given.
    public struct SizeMismatch: Error, Sendable, Hashable, CustomStringConvertible {
        /// The width given, in pixels.
        public let width: Int
        /// The height given, in pixels.
        public let height: Int
        /// The number of bytes given.
        public let byteCount: Int

        /// One line for people.
        public var description: String {
            "an image of \(width) by \(height) pixels cannot be made of \(byteCount) bytes: "
                + "give positive sides and width × height × 3 bytes of packed RGB"
        }
    }
}
