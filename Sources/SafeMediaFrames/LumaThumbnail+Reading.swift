extension LumaThumbnail {
    /// Lines read of each row of cells, where it has as many.
    private static let linesOfRow = 10

    /// The code values' means of a component over a grid of cells, row by row. A cell of a picture smaller than the grid
    /// is the nearest sample.
    static func means(of picture: PictureView, component index: Int, _ columns: Int, _ rows: Int) -> [Float] {
        let format = picture.format.pixelFormat
        let field = SampleField(of: format, component: index)
        let view = picture.planes[field.plane]
        let across = cells(columns, length: format.width(ofComponent: index, in: picture.format.width))
        let down = cells(rows, length: format.height(ofComponent: index, in: picture.format.height))
        var means: [Float] = []
        means.reserveCapacity(columns * rows)
        var sums = [UInt64](repeating: 0, count: columns)
        for (row, lines) in down.enumerated() {
            for column in 0..<columns { sums[column] = 0 }
            var read = 0
            forEachLine(of: lines, row: row) { y in
                let line = view.line(y)
                for column in 0..<columns {
                    sums[column] &+= field.sum(line, from: across[column].lowerBound, to: across[column].upperBound)
                }
                read += 1
            }
            for column in 0..<columns { means.append(Float(sums[column]) / Float(read * across[column].count)) }
        }
        return means
    }

    /// Red, green and blue means, 0 to 255, of a palette picture.
    static func paletteMeans(of picture: PictureView) -> [[Float]] {
        let across = cells(columns, length: picture.format.width)
        let down = cells(rows, length: picture.format.height)
        let table = (0..<256).map { picture.planes[1].base.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        var means: [[Float]] = [[], [], []]
        for (row, lines) in down.enumerated() {
            for xs in across {
                var red: UInt64 = 0
                var green: UInt64 = 0
                var blue: UInt64 = 0
                var read = 0
                forEachLine(of: lines, row: row) { y in
                    let line = picture.planes[0].line(y)
                    for x in xs {
                        let entry = table[Int(line.load(fromByteOffset: x, as: UInt8.self))]
                        red &+= UInt64((entry >> 16) & 0xFF)
                        green &+= UInt64((entry >> 8) & 0xFF)
                        blue &+= UInt64(entry & 0xFF)
                    }
                    read += 1
                }
                let area = Float(read * xs.count)
                for (channel, sum) in [red, green, blue].enumerated() { means[channel].append(Float(sum) / area) }
            }
        }
        return means
    }

    private static func cells(_ count: Int, length: Int) -> [Range<Int>] {
        (0..<count).map { cell in
            let start = cell * length / count
            return start..<max(start + 1, (cell + 1) * length / count)
        }
    }

    /// One line of each of at most ten groups, now here, now there in its group, always the same for a size.
    @inline(__always)
    private static func forEachLine(of lines: Range<Int>, row: Int, _ body: (Int) -> Void) {
        let groups = min(linesOfRow, lines.count)
        for group in 0..<groups {
            let start = lines.lowerBound + group * lines.count / groups
            let size = lines.lowerBound + (group + 1) * lines.count / groups - start
            let scattered = (UInt32(truncatingIfNeeded: row * linesOfRow + group) &* 2_654_435_769) >> 16
            body(start + Int(scattered) % size)
        }
    }
}
