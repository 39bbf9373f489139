/// A crossed-out eye in the middle of a picture, drawn from two arcs, a disc and a bar.
struct EyeSymbol {
    /// Lines that the symbol touches.
    let lines: Range<Int>
    /// Pixels across that the symbol touches.
    let columns: Range<Int>
    private let centreX: Double
    private let centreY: Double
    /// Half the eye's width, in pixels; the other measures follow from it.
    private let half: Double

    init(width: Int, height: Int) {
        centreX = Double(width) / 2
        centreY = Double(height) / 2
        half = Double(min(width, height)) / 5
        let reach = half * 1.2 + 1
        lines = Self.span(centreY, reach, limit: height)
        columns = Self.span(centreX, reach, limit: width)
    }

    private static func span(_ centre: Double, _ reach: Double, limit: Int) -> Range<Int> {
        let start = max(0, Int(centre - reach))
        return start..<max(start, min(limit, Int(centre + reach) + 1))
    }

    /// How much of the pixel around a point, in pixels, is ink: 0 to 1.
    func coverage(x: Double, y: Double) -> Double {
        let (dx, dy) = (x - centreX, y - centreY)
        let pen = max(half * 0.11, 0.75)
        // The outline is the edge of a lens: where two circles of 1.25 × half, centres 0.75 × half off, overlap.
        let radius = half * 1.25
        let upper = (dx * dx + (dy + half * 0.75) * (dy + half * 0.75)).squareRoot() - radius
        let lower = (dx * dx + (dy - half * 0.75) * (dy - half * 0.75)).squareRoot() - radius
        let outline = abs(max(upper, lower)) - pen
        let pupil = (dx * dx + dy * dy).squareRoot() - half * 0.36
        // The bar runs from top left to bottom right, with a gap beside it so that it stands out.
        let beside = abs(dx - dy) / 2.0.squareRoot()
        let along = abs(dx + dy) / 2.0.squareRoot()
        let bar = max(beside - pen, along - half * 0.95)
        let gap = max(beside - pen * 2.2, along - half * 0.95)
        let eye = max(min(outline, pupil), -gap)
        return min(max(0.5 - min(eye, bar), 0), 1)
    }
}
