import SafeMediaFrames

/// How large a sample is: as a whole, and the picture in it before it is turned.
struct SampleGeometry: Hashable {
    /// Of the whole sample, padding included.
    var width: Int
    var height: Int
    /// Of the scaled picture as it is stored, before it is turned.
    var storedWidth: Int
    var storedHeight: Int

    /// Models take a few hundred pixels; this keeps a wrong description from taking all memory.
    private static let largestSide = 16384

    var isValid: Bool {
        [width, height, storedWidth, storedHeight].allSatisfy { (1...Self.largestSide).contains($0) }
    }

    init(source: PictureFormat, size: SampleFormat.Size, orientation: PictureOrientation) {
        let (across, down) = Self.shape(of: source, turned: orientation)
        let upright: (Int, Int)
        switch size {
        case .stretched(let width, let height):
            (self.width, self.height) = (width, height)
            upright = (width, height)
        case .limited(let longerSide):
            let factor = min(1, Double(longerSide) / max(across, down))
            upright = (Self.pixels(across * factor), Self.pixels(down * factor))
            (width, height) = upright
        case .padded(let width, let height):
            (self.width, self.height) = (width, height)
            let factor = min(Double(width) / across, Double(height) / down)
            upright = (min(width, Self.pixels(across * factor)), min(height, Self.pixels(down * factor)))
        }
        (storedWidth, storedHeight) = orientation.swapsSides ? (upright.1, upright.0) : upright
    }

    /// Width and height of the upright picture in square pixels, with neither larger than it is stored.
    static func shape(of format: PictureFormat, turned orientation: PictureOrientation) -> (Double, Double) {
        var across = Double(max(1, format.width))
        var down = Double(max(1, format.height))
        if let ratio = plausible(format.sampleAspectRatio) {
            if ratio > 1 { down /= ratio } else { across *= ratio }
        }
        return orientation.swapsSides ? (down, across) : (across, down)
    }

    /// A pixel's width over its height; nil where it is not stated or absurd.
    static func plausible(_ ratio: Rational) -> Double? {
        ratio.value.flatMap { (0.1...10).contains($0) ? $0 : nil }
    }

    static func pixels(_ length: Double) -> Int { max(1, Int(min(length, 1e9).rounded())) }
}
