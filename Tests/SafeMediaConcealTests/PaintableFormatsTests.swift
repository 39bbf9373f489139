import SafeMediaFrames
import Testing

@testable import SafeMediaConceal

@Suite struct PaintableFormatsTests {
    @Test func theTableIsWhole() {
        #expect(TestFormat.all.count > 190)
        #expect(Set(TestFormat.all.map(\.format.name)).count == TestFormat.all.count)
    }

    /// What cannot be painted is known by name, with its reason; nothing else may fall out unnoticed.
    @Test(arguments: TestFormat.all) func everyFormatIsPaintableOrHasAReason(_ test: TestFormat) {
        let format = test.format
        let isFloat = format.name.contains("f32")
        let isUneven = format.name == "uyyvyy411"
        switch format.addressingObstacle {
        case nil: #expect(format.model != .opaque && !isFloat && !isUneven)
        case let reason?:
            #expect(format.model == .opaque || isFloat || isUneven, "\(format.name): \(reason)")
            #expect(!reason.isEmpty)
        }
        #expect(format.canBePainted == (format.addressingObstacle == nil))
    }

    @Test(arguments: TestFormat.paintable, [3, 321]) func lineBytesAreThoseOfFFmpeg(_ test: TestFormat, width: Int) {
        let lines = (0..<test.format.planeCount).map { test.format.lineBytes(ofPlane: $0, width: width) }
        #expect(lines == test.lineBytes[width])
        let picture = TestPicture(PictureFormat(width: width, height: 1, pixelFormat: test.format))
        #expect(Array(picture.bytesOfLines.prefix(lines.count)) == lines)
    }

    @Test func senselessDescriptionsAreNotPaintable() {
        func format(_ component: PixelFormat.Component, bits: Bool = false) -> PixelFormat {
            PixelFormat(name: "odd", identifier: -9, model: .gray, components: [component], isBitstream: bits)
        }
        let part = PixelFormat.Component(plane: 0, step: 1, offset: 0, shift: 0, depth: 8)
        #expect(format(part).canBePainted)
        for change: (inout PixelFormat.Component) -> Void in [
            { $0.plane = -1 }, { $0.plane = .max }, { $0.step = 0 }, { $0.step = .min }, { $0.offset = .max },
            { $0.shift = -1 }, { $0.shift = 64 }, { $0.depth = 0 }, { $0.depth = 64 },
        ] {
            var changed = part
            change(&changed)
            #expect(!format(changed).canBePainted)
        }
        #expect(!format(.init(plane: 0, step: 3, offset: 0, shift: 0, depth: 3), bits: true).canBePainted)
        #expect(!PixelFormat(name: "none", identifier: -1, model: .yuv, components: []).canBePainted)
        #expect(!PixelFormat(name: "two", identifier: -1, model: .rgb, components: [part, part]).canBePainted)
    }
}
