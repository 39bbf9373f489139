import SafeMediaFrames

/// The mosaic of a palette picture: as many tiles as a table has entries at most, each with an entry of its own.
struct PaletteMosaic {
    private let samplesAcross: Int

    init(samplesAcross: Int) {
        // 16 by 16 tiles fill the table.
        self.samplesAcross = min(samplesAcross, 16)
    }

    func paint(_ source: PictureView, into canvas: Canvas) {
        let (width, height) = (source.format.width, source.format.height)
        let grid = TileGrid(width: width, height: height, samplesAcross: samplesAcross)
        let across = TileGrid.edges(count: grid.columns, length: width)
        let down = TileGrid.edges(count: grid.rows, length: height)
        let table = Palette.read(source)
        var entries: [UInt32] = []
        var rowOfLine: [Int] = []
        for row in 0..<down.count - 1 {
            rowOfLine += repeatElement(row, count: down[row + 1] - down[row])
            for column in 0..<across.count - 1 {
                entries.append(
                    mean(source, table, across[column]..<across[column + 1], down[row]..<down[row + 1]))
            }
        }
        Palette.write(entries, into: canvas.picture)
        canvas.paint(Indices(columnEdges: across, rowOfLine: rowOfLine))
    }

    private func mean(_ source: PictureView, _ table: [UInt32], _ xs: Range<Int>, _ ys: Range<Int>) -> UInt32 {
        var red: UInt64 = 0
        var green: UInt64 = 0
        var blue: UInt64 = 0
        for y in ys {
            let line = source.planes[0].line(y)
            for x in xs {
                let entry = table[Int(line.load(fromByteOffset: x, as: UInt8.self))]
                red += UInt64((entry >> 16) & 0xFF)
                green += UInt64((entry >> 8) & 0xFF)
                blue += UInt64(entry & 0xFF)
            }
        }
        let area = UInt64(xs.count * ys.count)
        func rounded(_ sum: UInt64) -> UInt32 { UInt32((sum + area / 2) / area) }
        return Palette.opaqueBlack | rounded(red) << 16 | rounded(green) << 8 | rounded(blue)
    }

    private struct Indices: LineSource {
        let columnEdges: [Int]
        let rowOfLine: [Int]

        func key(component: Int, line: Int) -> Int { rowOfLine[line] }

        func fill(_ values: UnsafeMutablePointer<UInt16>, count: Int, component: Int, line: Int) {
            let columns = columnEdges.count - 1
            for column in 0..<columns {
                let (start, end) = (columnEdges[column], columnEdges[column + 1])
                (values + start).update(repeating: UInt16(rowOfLine[line] * columns + column), count: end - start)
            }
        }
    }
}
