/// A strip along a frame's bottom that carries the frame's number, so that whoever reads an output knows which source
/// frames can be seen in it. Two rows of cells, the lower one the complement of the upper: a blank, a blur or another
/// picture does not pass for a number.
struct FrameBarcode: Hashable, Sendable {
    static let bits = 16
    /// A light and a dark cell come first.
    static let cells = bits + 2
    static let light: UInt8 = 235
    static let dark: UInt8 = 16
    /// The least difference of luma between a cell and the one below it, where both are clean 219 apart.
    static let leastContrast = 40

    var width: Int
    var height: Int

    /// In luma rows; even, for subsampled chroma.
    var stripHeight: Int { max(16, height / 12 / 2 * 2) }
    /// Fine enough that a blur hides the strip, coarse enough to survive an encoder.
    var cellWidth: Int { width / 40 }

    /// The strip's luma, `width` × `stripHeight`.
    func draw(_ number: Int) -> [UInt8] {
        let cells = [true, false] + (0..<Self.bits).reversed().map { number >> $0 & 1 == 1 }
        var upper = [UInt8](repeating: Self.dark, count: width)
        for (index, isLight) in cells.enumerated() where isLight {
            upper.replaceSubrange(
                index * cellWidth..<(index + 1) * cellWidth, with: repeatElement(Self.light, count: cellWidth))
        }
        let lower = upper.map { Self.light + Self.dark - $0 }
        return Array((0..<stripHeight).map { $0 < stripHeight / 2 ? upper : lower }.joined())
    }

    /// The number in a strip's luma, nil where there is none to be read.
    func read(_ strip: UnsafeRawBufferPointer) -> Int? {
        guard strip.count >= width * stripHeight, cellWidth >= 4 else { return nil }
        let half = stripHeight / 2
        var number = 0
        for cell in 0..<Self.cells {
            // Away from the edges, where neighbours and encoders bleed in.
            let columns = cell * cellWidth + cellWidth / 4..<(cell + 1) * cellWidth - cellWidth / 4
            let upper = mean(strip, rows: 2..<half - 2, columns: columns)
            let lower = mean(strip, rows: half + 2..<stripHeight - 2, columns: columns)
            guard abs(upper - lower) > Self.leastContrast else { return nil }
            let isLight = upper > lower
            switch cell {
            case 0: if !isLight { return nil }
            case 1: if isLight { return nil }
            default: number = number << 1 | (isLight ? 1 : 0)
            }
        }
        return number
    }

    /// The mean luma of a rectangle in rows of `width` bytes.
    func mean(_ luma: UnsafeRawBufferPointer, rows: Range<Int>, columns: Range<Int>) -> Int {
        var sum = 0
        for row in rows {
            for column in columns { sum += Int(luma[row * width + column]) }
        }
        return sum / max(1, rows.count * columns.count)
    }
}

/// A square at the top left that is lit for the first 50 ms of every second, while a beep sounds.
struct SyncFlash: Hashable, Sendable {
    static let lit = 0.05

    /// In pixels, from the left and from the top.
    let offset = 4
    var side: Int

    init(_ barcode: FrameBarcode) {
        side = barcode.stripHeight
    }

    static func isLit(at seconds: Double) -> Bool {
        // A frame that is due at a whole second may lie a rounding error before it.
        let phase = seconds + 1e-6
        return phase - phase.rounded(.down) < lit
    }
}
