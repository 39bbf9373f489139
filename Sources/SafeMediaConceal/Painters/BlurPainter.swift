package import SafeMediaFrames

/// Paints a picture as a smooth blur: the means of coarse tiles, interpolated. No detail beyond the tiles survives,
/// since nothing else of the source is read into the result.
package struct BlurPainter {
    private let samplesAcross: Int

    /// At most `samplesAcross` tiles along the longer side; a tile is at least eight pixels wide.
    package init(samplesAcross: Int = 24) {
        self.samplesAcross = max(1, min(samplesAcross, TileMeans.mostSamples))
    }

    /// Paints the blur of `source` into `target`, which may be the same memory.
    ///
    /// The format must be paintable (`PixelFormat.canBePainted`). A target of another format or size than the source's
    /// becomes blank. Alpha becomes opaque. A palette cannot hold the colours in between: such a picture becomes a mosaic.
    package func paint(_ source: PictureView, into target: MutablePictureView) {
        let canvas = Canvas(target)
        guard source.hasSameSamples(as: target.format) else { return BlankPainter.paint(target) }
        guard target.format.width > 0, target.format.height > 0 else { return }
        if target.format.pixelFormat.model == .palette {
            PaletteMosaic(samplesAcross: samplesAcross).paint(source, into: canvas)
            return
        }
        let grid = TileGrid(
            width: target.format.width, height: target.format.height, samplesAcross: samplesAcross)
        canvas.paint(Slopes(means: TileMeans(of: source, grid: grid)))
    }

    /// Bilinear interpolation between the centres of tiles, in fixed point with `bits` bits below the code value.
    private struct Slopes: LineSource {
        static let bits = 14

        let means: TileMeans

        func key(component: Int, line: Int) -> Int { line }

        func fill(_ values: UnsafeMutablePointer<UInt16>, count: Int, component: Int, line: Int) {
            guard let plane = means.planes[component] else { return }
            // Positions are in half samples, since a tile's centre may lie between two.
            let row = plane.rowOfLine[line]
            let below = 2 * line >= Self.centre(plane.rowEdges, row)
            let upper = below ? row : max(row - 1, 0)
            let lower = below ? min(row + 1, plane.rows - 1) : row
            let (top, bottom) = (Self.centre(plane.rowEdges, upper), Self.centre(plane.rowEdges, lower))
            func height(_ column: Int) -> Int {
                let above = Int(plane.means[upper * plane.columns + column]) << Self.bits
                let under = Int(plane.means[lower * plane.columns + column]) << Self.bits
                guard bottom > top else { return above }
                return above + (under - above) * (2 * line - top) / (bottom - top)
            }

            var x = 0
            var left = height(0)
            Self.ramp(values, from: &x, to: min((Self.centre(plane.columnEdges, 0) + 1) / 2, count), left, slope: 0)
            for column in 0..<plane.columns - 1 {
                let (start, end) = (Self.centre(plane.columnEdges, column), Self.centre(plane.columnEdges, column + 1))
                let right = height(column + 1)
                let first = left + (right - left) * (2 * x - start) / (end - start)
                let slope = (right - left) * 2 / (end - start)
                Self.ramp(values, from: &x, to: min((end + 1) / 2, count), first, slope: slope)
                left = right
            }
            Self.ramp(values, from: &x, to: count, left, slope: 0)
        }

        private static func centre(_ edges: [Int], _ tile: Int) -> Int { edges[tile] + edges[tile + 1] - 1 }

        @inline(__always)
        private static func ramp(
            _ values: UnsafeMutablePointer<UInt16>, from x: inout Int, to end: Int, _ first: Int, slope: Int
        ) {
            guard end > x else { return }
            let run = values + x
            // A code value and its fraction take 30 bits, and a ramp stays between its two ends.
            let base = Int32(truncatingIfNeeded: first) &+ (1 << (Int32(bits) - 1))
            let step = Int32(truncatingIfNeeded: slope)
            for k in 0..<Int32(truncatingIfNeeded: end &- x) {
                run[Int(k)] = UInt16(truncatingIfNeeded: (base &+ step &* k) >> Int32(bits))
            }
            x = end
        }
    }
}
