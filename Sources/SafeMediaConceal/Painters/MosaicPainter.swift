package import SafeMediaFrames

/// Paints a picture as coarse tiles, each the mean of its area.
package struct MosaicPainter {
    private let samplesAcross: Int

    /// At most `samplesAcross` tiles along the longer side; a tile is at least eight pixels wide.
    package init(samplesAcross: Int = 24) {
        self.samplesAcross = max(1, min(samplesAcross, TileMeans.mostSamples))
    }

    /// Paints the mosaic of `source` into `target`, which may be the same memory.
    ///
    /// The format must be paintable (`PixelFormat.canBePainted`). A target of another format or size than the source's
    /// becomes blank. Alpha becomes opaque. A palette picture gets a new table and at most 16 tiles a side.
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
        canvas.paint(Tiles(means: TileMeans(of: source, grid: grid)))
    }

    private struct Tiles: LineSource {
        let means: TileMeans

        func key(component: Int, line: Int) -> Int { means.planes[component]?.rowOfLine[line] ?? 0 }

        func fill(_ values: UnsafeMutablePointer<UInt16>, count: Int, component: Int, line: Int) {
            guard let plane = means.planes[component] else { return }
            let first = plane.rowOfLine[line] * plane.columns
            for column in 0..<plane.columns {
                let start = plane.columnEdges[column]
                let end = column == plane.columns - 1 ? count : plane.columnEdges[column + 1]
                (values + start).update(repeating: plane.means[first + column], count: end - start)
            }
        }
    }
}
