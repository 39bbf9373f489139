import SafeMediaConceal
import SafeMediaFrames
import Testing

/// What mosaic and blur leave of a picture is its tiles' means and nothing else.
@Suite struct NoDetailSurvivesTests {
    static let sizes = [
        (1280, 720), (1920, 1080), (640, 480), (720, 1280), (720, 720), (480, 360), (320, 240), (321, 241), (160, 120),
    ]

    /// Turns every pair of neighbours in a tile around: other detail, the same mean.
    @Test func sourcesOfEqualMeansGiveEqualPictures() throws {
        // 24 by 14 tiles of 20 by about 20 pixels.
        let format = PictureFormat(width: 480, height: 280, pixelFormat: try TestFormat.named("gray"))
        let (one, other) = (TestPicture(format), TestPicture(format))
        one.fillWithNoise(seed: 21)
        other.fill { _, x, y in one.read(0, x ^ 1, y) }
        #expect(one.contents() != other.contents())
        for paint: (PictureView, MutablePictureView) -> Void in [
            { MosaicPainter().paint($0, into: $1) }, { BlurPainter().paint($0, into: $1) },
        ] {
            let (first, second) = (TestPicture(format), TestPicture(format))
            paint(one.view.readOnly, first.view)
            paint(other.view.readOnly, second.view)
            #expect(first.contents() == second.contents())
        }
    }

    /// A code of 18 cells, each a fortieth of the width, in two complementary rows along the bottom; the longest finest
    /// detail that a viewer may not read.
    struct Barcode {
        let width: Int
        let height: Int
        let cells: [Bool]

        init(_ width: Int, _ height: Int, code: UInt32) {
            self.width = width
            self.height = height
            cells = (0..<18).map { $0 == 0 || $0 > 1 && code >> UInt32(17 - $0) & 1 == 1 }
        }

        var strip: Int { max(16, height / 12 / 2 * 2) }
        var cell: Int { width / 40 }

        func paint(into picture: TestPicture) {
            picture.fill { _, x, y in
                guard y >= height - strip else { return (x * 3 + y * 5) % 200 + 20 }
                let isLit = x / cell < 18 && cells[x / cell]
                return (y < height - strip / 2) == isLit ? 235 : 16
            }
        }

        /// Upper minus lower row, in the inner half of each cell.
        func gaps(_ lines: [[Double]]) -> [Double] {
            let half = strip / 2
            let inset = min(2, half / 4)
            func mean(_ from: Int, _ to: Int, _ index: Int) -> Double {
                var sum = 0.0
                let xs = index * cell + cell / 4..<max(index * cell + cell / 4 + 1, (index + 1) * cell - cell / 4)
                for y in from..<to { for x in xs { sum += lines[y - (height - strip)][x] } }
                return sum / Double((to - from) * xs.count)
            }
            let top = height - strip
            return cells.indices.map {
                mean(top + inset, top + half - inset, $0) - mean(top + half + inset, height - inset, $0)
            }
        }

        /// Whether every cell reads right with a contrast above 40 of 255.
        func isReadable(_ lines: [[Double]]) -> Bool {
            zip(gaps(lines), cells).allSatisfy { abs($0) > 40 && ($0 > 0) == $1 }
        }

        /// How many cells have the right sign.
        func rightCells(_ lines: [[Double]]) -> Int { zip(gaps(lines), cells).count { ($0 > 0) == $1 } }

        /// The strip's lines of a picture, sharpened across: each sample is pushed away from the mean around it.
        func lines(of picture: TestPicture, radius: Int, amount: Double) -> [[Double]] {
            (height - strip..<height).map { y in
                let line = (0..<18 * cell + radius).map { Double(picture.read(0, min($0, width - 1), y)) }
                guard amount > 0 else { return line }
                return line.indices.map { x in
                    let around = line[max(0, x - radius)...min(line.count - 1, x + radius)]
                    return line[x] + amount * (line[x] - around.reduce(0, +) / Double(around.count))
                }
            }
        }
    }

    @Test(arguments: sizes) func aFineBarcodeCannotBeRead(width: Int, height: Int) throws {
        let format = PictureFormat(width: width, height: height, pixelFormat: try TestFormat.named("gray"))
        for code: UInt32 in [0, 0xFFFF, 0x5555, 0x3333, 0x1C71, 89] {
            let barcode = Barcode(width, height, code: code)
            let source = TestPicture(format)
            barcode.paint(into: source)
            #expect(barcode.isReadable(barcode.lines(of: source, radius: 1, amount: 0)))
            let (mosaic, blur) = (TestPicture(format), TestPicture(format))
            MosaicPainter().paint(source.view.readOnly, into: mosaic.view)
            BlurPainter().paint(source.view.readOnly, into: blur.view)
            for picture in [mosaic, blur] {
                #expect(!barcode.isReadable(barcode.lines(of: picture, radius: 1, amount: 0)))
                for (radius, amount) in [(barcode.cell / 2, 3.0), (barcode.cell, 10.0), (2 * barcode.cell, 30.0)] {
                    let sharpened = barcode.lines(of: picture, radius: max(1, radius), amount: amount)
                    #expect(!barcode.isReadable(sharpened), "code \(code), radius \(radius)")
                }
            }
        }
    }
}
