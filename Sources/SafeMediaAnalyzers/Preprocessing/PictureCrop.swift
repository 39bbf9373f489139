package import SafeMediaFrames

/// A part of a picture, in shares of its sides from the upper left corner.
package struct PictureCrop: Sendable, Hashable {
    /// Where it begins, across: 0 is the left edge.
    package var x: Double
    /// Where it begins, down: 0 is the upper edge.
    package var y: Double
    /// How much of the picture's width it takes.
    package var width: Double
    /// How much of the picture's height it takes.
    package var height: Double

    /// The part of a picture.
    ///
    /// Each edge goes to the nearest line between pixels, a middle away from 0; a pixel is left at least.
    package func applied(to picture: SamplePicture) throws(AnalyzerError) -> SamplePicture {
        guard picture.width > 0, picture.height > 0 else {
            throw AnalyzerError("a picture without pixels has no part to look at")
        }
        let columns = Self.pixels(x, width, of: picture.width)
        let rows = Self.pixels(y, height, of: picture.height)
        let pixelSize = picture.channels.count
        let stride = picture.width * pixelSize
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rows.count * columns.count * pixelSize)
        for row in rows {
            let start = row * stride + columns.lowerBound * pixelSize
            bytes += picture.bytes[start..<start + columns.count * pixelSize]
        }
        return SamplePicture(
            width: columns.count, height: rows.count, channels: picture.channels, bytes: bytes, time: picture.time)
    }

    private static func pixels(_ start: Double, _ length: Double, of count: Int) -> Range<Int> {
        let whole = Double(count)
        let first = min(Int((start * whole).rounded()), count - 1)
        let end = min(max(Int(((start + length) * whole).rounded()), first + 1), count)
        return first..<end
    }
}
