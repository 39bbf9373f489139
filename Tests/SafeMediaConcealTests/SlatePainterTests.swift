import SafeMediaFrames
import Testing

@testable import SafeMediaConceal

@Suite struct SlatePainterTests {
    /// A component's value as a level from 0 to 1.
    static func level(_ picture: TestPicture, _ component: Int, _ x: Int, _ y: Int) -> Double {
        let format = picture.format.pixelFormat
        let depth = format.components[component].depth
        let value = Double(picture.read(component, x, y))
        if format.name == "monow" { return 1 - value }
        let isLimited =
            depth >= 8
            && (format.model == .yuv && picture.format.color.range != .full && !format.name.hasPrefix("yuvj")
                || format.model == .gray && picture.format.color.range == .limited)
        let unit = Double(1 << max(depth - 8, 0))
        return isLimited ? (value / unit - 16) / 219 : value / Double((1 << depth) - 1)
    }

    @Test(arguments: TestFormat.paintable) func darkGroundAndALightSymbolInEveryFormat(_ test: TestFormat) {
        for (range, size) in [(ColorDescription.Range.limited, (64, 48)), (.full, (41, 61))] {
            let format = PictureFormat(
                width: size.0, height: size.1, pixelFormat: test.format, color: ColorDescription(range: range))
            let picture = TestPicture(format, padding: 4, bottomUp: range == .full)
            picture.fillWithNoise(seed: 9)
            SlatePainter.paint(picture.view)
            #expect(picture.guardsAreIntact)
            let pixels = test.format
            for component in pixels.components.indices {
                let depth = pixels.components[component].depth
                let (width, height) = picture.size(component)
                var levels: [Double] = []
                for y in 0..<height { for x in 0..<width { levels.append(Self.level(picture, component, x, y)) } }
                if pixels.model != .palette, pixels.hasAlpha, component == pixels.components.count - 1 {
                    let opaque = (0..<height).allSatisfy { y in
                        (0..<width).allSatisfy { picture.read(component, $0, y) == (1 << depth) - 1 }
                    }
                    #expect(opaque)
                } else if pixels.model == .yuv, component > 0 {
                    let neutral = (0..<height).allSatisfy { y in
                        (0..<width).allSatisfy { picture.read(component, $0, y) == 1 << (depth - 1) }
                    }
                    #expect(neutral)
                } else {
                    let (ground, ink) = depth < 5 ? (0.0, 1.0) : (0.16, 0.72)
                    // Half a code value of the coarsest field.
                    let slack = depth < 5 ? 0 : 0.51 / Double((1 << min(depth, 8)) - 1) * 255 / 219
                    #expect(levels.allSatisfy { $0 >= ground - slack && $0 <= ink + slack })
                    #expect(abs(levels[0] - ground) <= slack && abs((levels.last ?? 1) - ground) <= slack)
                    #expect(abs(levels[height / 2 * width + width / 2] - ink) <= slack)
                    let inked = Double(levels.count { $0 > (ground + ink) / 2 }) / Double(levels.count)
                    #expect(inked > 0.02 && inked < 0.2)
                }
                if pixels.model == .palette {
                    #expect((0..<256).allSatisfy { picture.entry($0) == 0xFF00_0000 | UInt32($0) * 0x01_01_01 })
                }
            }
        }
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 300), (3, 5)]) func tinyPicturesAreCoveredToo(width: Int, height: Int) throws
    {
        for name in ["yuv420p", "yuyv422", "monob", "rgb565le"] {
            let format = PictureFormat(width: width, height: height, pixelFormat: try TestFormat.named(name))
            let (one, other) = (TestPicture(format), TestPicture(format))
            one.fillWithNoise(seed: 1)
            other.fillWithNoise(seed: 2)
            SlatePainter.paint(one.view)
            SlatePainter.paint(other.view)
            #expect(one.guardsAreIntact)
            #expect(one.contents() == other.contents())
        }
    }
}
