import SafeMediaFrames
import Testing

@testable import SafeMediaConceal

/// Mosaic and blur of every format against a plain reading of the source.
@Suite struct TilePaintersTests {
    static let sizes = [(1, 1), (3, 5), (65, 37), (37, 65)]
    static let large = [
        "yuv420p", "yuv420p10le", "yuv411p", "yuv410p", "gray", "gray12be", "nv12", "p010le", "yuyv422", "rgb24",
        "bgra",
        "rgb565be", "x2rgb10le", "gbrp10le", "ya8", "yuva444p16be", "monow",
    ]

    /// Tile edges and means by brute force. At most 24 tiles along the longer side, none below eight pixels.
    struct Reference {
        let across: [Int]
        let down: [Int]
        var means: [[Double]] = []

        init(_ picture: TestPicture, _ component: Int, samples: Int = 24) {
            let (width, height) = (picture.format.width, picture.format.height)
            let longer = max(width, height)
            let along = max(1, min(samples, longer / 8))
            let other = max(1, min(along, Int((Double(min(width, height) * along) / Double(longer)).rounded())))
            let size = picture.size(component)
            func edges(_ count: Int, _ length: Int) -> [Int] {
                (0...min(count, length)).map { $0 * length / min(count, length) }
            }
            across = edges(width >= height ? along : other, size.width)
            down = edges(width >= height ? other : along, size.height)
            for row in 0..<down.count - 1 {
                means.append([])
                for column in 0..<across.count - 1 {
                    var sum = 0
                    for y in down[row]..<down[row + 1] {
                        for x in across[column]..<across[column + 1] { sum += picture.read(component, x, y) }
                    }
                    let area = (down[row + 1] - down[row]) * (across[column + 1] - across[column])
                    means[row].append(Double(sum) / Double(area))
                }
            }
        }

        func tile(_ edges: [Int], _ position: Int) -> Int { (edges.firstIndex { $0 > position } ?? 1) - 1 }

        func mosaic(_ x: Int, _ y: Int) -> Double { means[tile(down, y)][tile(across, x)] }

        func blur(_ x: Int, _ y: Int) -> Double {
            func neighbours(_ edges: [Int], _ position: Int) -> (Int, Int, Double) {
                let centres = (0..<edges.count - 1).map { Double(edges[$0] + edges[$0 + 1] - 1) / 2 }
                guard let after = centres.firstIndex(where: { $0 > Double(position) }) else {
                    return (centres.count - 1, centres.count - 1, 0)
                }
                guard after > 0 else { return (0, 0, 0) }
                return (
                    after - 1, after, (Double(position) - centres[after - 1]) / (centres[after] - centres[after - 1])
                )
            }
            let (left, right, across) = neighbours(self.across, x)
            let (top, bottom, down) = neighbours(self.down, y)
            let upper = means[top][left] * (1 - across) + means[top][right] * across
            let lower = means[bottom][left] * (1 - across) + means[bottom][right] * across
            return upper * (1 - down) + lower * down
        }
    }

    static func check(_ format: PixelFormat, _ width: Int, _ height: Int, step: Int) {
        let described = PictureFormat(width: width, height: height, pixelFormat: format)
        let source = TestPicture(described, padding: 3, bottomUp: width % 2 == 0)
        source.fillWithNoise(seed: UInt64(width))
        let mosaic = TestPicture(described, padding: 7)
        let blur = TestPicture(described, padding: 1, bottomUp: true)
        MosaicPainter().paint(source.view.readOnly, into: mosaic.view)
        BlurPainter().paint(source.view.readOnly, into: blur.view)
        #expect(mosaic.guardsAreIntact && blur.guardsAreIntact && source.guardsAreIntact)
        for component in format.components.indices {
            let (across, down) = source.size(component)
            let isAlpha = format.hasAlpha && component == format.components.count - 1
            let reference = isAlpha ? nil : Reference(source, component)
            let opaque = Double((1 << format.components[component].depth) - 1)
            var worst = (mosaic: 0.0, blur: 0.0)
            for y in 0..<down {
                for x in stride(from: step > 1 ? y % step : 0, to: across, by: step) {
                    let tile = reference?.mosaic(x, y) ?? opaque
                    let smooth = reference?.blur(x, y) ?? opaque
                    worst.mosaic = max(worst.mosaic, abs(Double(mosaic.read(component, x, y)) - tile))
                    worst.blur = max(worst.blur, abs(Double(blur.read(component, x, y)) - smooth))
                }
            }
            #expect(worst.mosaic <= (isAlpha ? 0 : 0.5), "component \(component), \(width)x\(height)")
            // Half a code value for the means, half for the result.
            #expect(worst.blur <= (isAlpha ? 0 : 1.01), "component \(component), \(width)x\(height)")
        }
    }

    @Test(arguments: TestFormat.paintable.filter { $0.format.model != .palette })
    func tilesAreTrueMeans(_ test: TestFormat) {
        for (width, height) in Self.sizes { Self.check(test.format, width, height, step: 1) }
    }

    @Test(arguments: large) func largeOddPictures(_ name: String) throws {
        Self.check(try TestFormat.named(name), 321, 241, step: 5)
    }

    @Test(arguments: TestFormat.paintable) func inPlaceGivesTheSame(_ test: TestFormat) {
        let format = PictureFormat(width: 53, height: 31, pixelFormat: test.format)
        for paint: (PictureView, MutablePictureView) -> Void in [
            { MosaicPainter().paint($0, into: $1) }, { BlurPainter().paint($0, into: $1) },
        ] {
            let (source, apart) = (TestPicture(format), TestPicture(format))
            source.fillWithNoise(seed: 3)
            paint(source.view.readOnly, apart.view)
            paint(source.view.readOnly, source.view)
            #expect(source.contents() == apart.contents())
            #expect(source.guardsAreIntact)
        }
    }

    /// A palette picture: every pixel shows its tile's mean colour, opaque, and the table holds nothing else.
    @Test(arguments: [(1, 1), (3, 5), (321, 241), (241, 321), (300, 300)]) func palette(width: Int, height: Int) throws
    {
        let format = PictureFormat(width: width, height: height, pixelFormat: try TestFormat.named("pal8"))
        let source = TestPicture(format)
        source.fillWithNoise(seed: 11)
        let target = TestPicture(format, padding: 2, bottomUp: true)
        target.fillWithNoise(seed: 12)
        BlurPainter().paint(source.view.readOnly, into: target.view)
        #expect(target.guardsAreIntact)
        let longer = max(width, height)
        let along = max(1, min(16, longer / 8))
        let other = max(1, Int((Double(min(width, height) * along) / Double(longer)).rounded()))
        let (columns, rows) = width >= height ? (along, other) : (other, along)
        for row in 0..<rows {
            for column in 0..<columns {
                var sums = [0, 0, 0]
                let xs = column * width / columns..<(column + 1) * width / columns
                let ys = row * height / rows..<(row + 1) * height / rows
                for y in ys {
                    for x in xs {
                        let entry = source.entry(source.read(0, x, y))
                        for channel in 0..<3 { sums[channel] += Int(entry >> (8 * UInt32(channel)) & 0xFF) }
                    }
                }
                for (x, y) in [(xs.lowerBound, ys.lowerBound), (xs.upperBound - 1, ys.upperBound - 1)] {
                    let entry = target.entry(target.read(0, x, y))
                    #expect(entry >> 24 == 0xFF)
                    for channel in 0..<3 {
                        let mean = Double(sums[channel]) / Double(xs.count * ys.count)
                        #expect(abs(Double(entry >> (8 * UInt32(channel)) & 0xFF) - mean) <= 0.5)
                    }
                }
            }
        }
        #expect((columns * rows..<256).allSatisfy { target.entry($0) == 0xFF00_0000 })
    }

    @Test func aTargetOfAnotherSizeBecomesBlank() throws {
        let gray = try TestFormat.named("gray")
        let source = TestPicture(PictureFormat(width: 40, height: 40, pixelFormat: gray))
        let target = TestPicture(PictureFormat(width: 41, height: 40, pixelFormat: gray))
        for paint: (PictureView, MutablePictureView) -> Void in [
            { MosaicPainter().paint($0, into: $1) }, { BlurPainter().paint($0, into: $1) },
        ] {
            target.fillWithNoise(seed: 5)
            paint(source.view.readOnly, target.view)
            #expect(target.contents().allSatisfy { $0 == 0 })
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1, 7, Int.max]) func anyNumberOfSamples(_ samples: Int) throws {
        let format = PictureFormat(width: 4000, height: 16, pixelFormat: try TestFormat.named("gray"))
        let picture = TestPicture(format)
        picture.fillWithNoise(seed: 1)
        MosaicPainter(samplesAcross: samples).paint(picture.view.readOnly, into: picture.view)
        let changes = (1..<4000).count { picture.read(0, $0, 3) != picture.read(0, $0 - 1, 3) }
        #expect(changes < max(1, min(samples, 256)))
    }
}
