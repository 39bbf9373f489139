import SafeMediaFrames
import Testing

@testable import SafeMediaConceal

@Suite struct BlankPainterTests {
    static let sizes = [(1, 1), (3, 5), (64, 9), (321, 241)]

    /// What black is, said anew: by name, model, range.
    static func black(_ format: PixelFormat, _ component: Int, _ range: ColorDescription.Range) -> Int {
        let depth = format.components[component].depth
        if format.hasAlpha, component == format.components.count - 1, component > 0 { return (1 << depth) - 1 }
        switch format.model {
        case .gray:
            if format.name == "monow" { return 1 }
            return range == .limited && depth >= 8 ? 16 << (depth - 8) : 0
        case .yuv:
            if component > 0 { return 1 << (depth - 1) }
            return range == .full || format.name.hasPrefix("yuvj") ? 0 : 16 << (depth - 8)
        default: return 0
        }
    }

    @Test(arguments: TestFormat.paintable) func everyFormatTurnsBlackAndNothingBesides(_ test: TestFormat) {
        let ranges: [ColorDescription.Range] = [.unspecified, .limited, .full]
        for (number, (width, height)) in Self.sizes.enumerated() {
            let range = ranges[number % 3]
            for bottomUp in [false, true] {
                let format = PictureFormat(
                    width: width, height: height, pixelFormat: test.format, color: ColorDescription(range: range))
                let picture = TestPicture(format, padding: bottomUp ? 3 : 0, bottomUp: bottomUp)
                picture.fillWithNoise(seed: 7)
                BlankPainter.paint(picture.view)
                #expect(picture.guardsAreIntact)
                for component in test.format.components.indices {
                    let expected = Self.black(test.format, component, range)
                    let (across, down) = picture.size(component)
                    // In the large size, every line and every seventh pixel, starting elsewhere on each line.
                    let wrong = (0..<down).contains { y in
                        stride(from: width > 100 ? y % 7 : 0, to: across, by: width > 100 ? 7 : 1)
                            .contains { picture.read(component, $0, y) != expected }
                    }
                    #expect(!wrong, "component \(component), \(width)x\(height), \(range)")
                }
                if test.format.model == .palette {
                    #expect((0..<256).allSatisfy { picture.entry($0) == 0xFF00_0000 })
                }
            }
        }
    }

    @Test(arguments: TestFormat.paintable) func everyRangeHasItsBlack(_ test: TestFormat) {
        for range: ColorDescription.Range in [.unspecified, .limited, .full] {
            let picture = TestPicture(
                PictureFormat(
                    width: 3, height: 3, pixelFormat: test.format, color: ColorDescription(range: range)))
            BlankPainter.paint(picture.view)
            for component in test.format.components.indices {
                #expect(picture.read(component, 0, 0) == Self.black(test.format, component, range))
            }
        }
    }

    /// Two pictures that differ in every byte, unseen ones too, become the same bytes.
    @Test(arguments: TestFormat.paintable) func nothingOfTheOldPictureStays(_ test: TestFormat) {
        let format = PictureFormat(width: 5, height: 3, pixelFormat: test.format)
        let (one, other) = (TestPicture(format), TestPicture(format))
        one.fillWithNoise(seed: 1)
        other.fillWithNoise(seed: 2)
        BlankPainter.paint(one.view)
        BlankPainter.paint(other.view)
        #expect(one.contents() == other.contents())
    }

    @Test func identityMatrixHasNoNeutralChroma() throws {
        let color = ColorDescription(range: .full, matrix: 0)
        let picture = TestPicture(
            PictureFormat(width: 4, height: 4, pixelFormat: try TestFormat.named("yuv444p"), color: color))
        BlankPainter.paint(picture.view)
        #expect((0..<3).allSatisfy { picture.read($0, 2, 2) == 0 })
    }

    @Test(arguments: [(0, 0), (0, 5), (-3, 4), (4, -1), (Int.min, 1)])
    func anEmptyPictureIsLeftAlone(width: Int, height: Int) throws {
        let small = TestPicture(PictureFormat(width: 2, height: 2, pixelFormat: try TestFormat.named("gray")))
        let format = PictureFormat(width: width, height: height, pixelFormat: small.format.pixelFormat)
        let view = MutablePictureView(format: format, planes: small.planes)
        BlankPainter.paint(view)
        MosaicPainter().paint(view.readOnly, into: view)
        BlurPainter().paint(view.readOnly, into: view)
        SlatePainter.paint(view)
        #expect(small.guardsAreIntact)
        #expect(small.contents().allSatisfy { $0 == TestPicture.guardByte })
    }
}
