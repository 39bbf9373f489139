import SafeMediaFrames

/// The mean of every tile of every component: all that mosaic and blur know of a picture.
struct TileMeans {
    static let mostSamples = 256

    /// The tiles of one component.
    struct Plane {
        /// Where tiles begin across, and the end of the last one; in samples.
        let columnEdges: [Int]
        /// Where tiles begin down, and the end of the last one; in lines.
        let rowEdges: [Int]
        /// Row by row; rounded to whole code values.
        var means: [UInt16]
        /// The tile row of each line.
        let rowOfLine: [Int]

        var columns: Int { columnEdges.count - 1 }
        var rows: Int { rowEdges.count - 1 }
    }

    /// By component; alpha's is nil, since it is painted opaque.
    let planes: [Plane?]

    init(of picture: PictureView, grid: TileGrid) {
        let format = picture.format.pixelFormat
        planes = format.components.indices.map { index in
            index == format.alphaIndex ? nil : Self.measure(picture, component: index, grid: grid)
        }
    }

    private static func measure(_ picture: PictureView, component index: Int, grid: TileGrid) -> Plane {
        let format = picture.format.pixelFormat
        let field = SampleField(of: format, component: index)
        let view = picture.planes[field.plane]
        let across = TileGrid.edges(
            count: grid.columns, length: format.width(ofComponent: index, in: picture.format.width))
        let down = TileGrid.edges(
            count: grid.rows, length: format.height(ofComponent: index, in: picture.format.height))
        var means: [UInt16] = []
        var rowOfLine: [Int] = []
        var sums = [UInt64](repeating: 0, count: across.count - 1)
        for row in 0..<down.count - 1 {
            for column in sums.indices { sums[column] = 0 }
            for y in down[row]..<down[row + 1] {
                let line = view.line(y)
                for column in sums.indices {
                    sums[column] &+= field.sum(line, from: across[column], to: across[column + 1])
                }
                rowOfLine.append(row)
            }
            for column in sums.indices {
                let area = UInt64((across[column + 1] - across[column]) * (down[row + 1] - down[row]))
                means.append(UInt16((sums[column] + area / 2) / area))
            }
        }
        return Plane(columnEdges: across, rowEdges: down, means: means, rowOfLine: rowOfLine)
    }
}
