import SafeMediaFrames
import Testing

@Suite struct LumaThumbnailTests {
    typealias Component = PixelFormat.Component

    static func planar(_ depth: Int, isBigEndian: Bool = false, name: String? = nil) -> PixelFormat {
        PixelFormat(
            name: name ?? "yuv420p\(depth)", identifier: 0, model: .yuv,
            components: (0..<3).map {
                Component(plane: $0, step: depth > 8 ? 2 : 1, offset: 0, shift: 0, depth: depth)
            },
            log2ChromaWidth: 1, log2ChromaHeight: 1, isBigEndian: isBigEndian)
    }
    static let nv12 = PixelFormat(
        name: "nv12", identifier: 0, model: .yuv,
        components: [
            Component(plane: 0, step: 1, offset: 0, shift: 0, depth: 8),
            Component(plane: 1, step: 2, offset: 0, shift: 0, depth: 8),
            Component(plane: 1, step: 2, offset: 1, shift: 0, depth: 8),
        ], log2ChromaWidth: 1, log2ChromaHeight: 1)
    static let p010 = PixelFormat(
        name: "p010le", identifier: 0, model: .yuv,
        components: [
            Component(plane: 0, step: 2, offset: 0, shift: 6, depth: 10),
            Component(plane: 1, step: 4, offset: 0, shift: 6, depth: 10),
            Component(plane: 1, step: 4, offset: 2, shift: 6, depth: 10),
        ], log2ChromaWidth: 1, log2ChromaHeight: 1)
    static let uyvy = PixelFormat(
        name: "uyvy422", identifier: 0, model: .yuv,
        components: [
            Component(plane: 0, step: 2, offset: 1, shift: 0, depth: 8),
            Component(plane: 0, step: 4, offset: 0, shift: 0, depth: 8),
            Component(plane: 0, step: 4, offset: 2, shift: 0, depth: 8),
        ], log2ChromaWidth: 1)
    static let bgra = PixelFormat(
        name: "bgra", identifier: 0, model: .rgb,
        components: [2, 1, 0, 3].map { Component(plane: 0, step: 4, offset: $0, shift: 0, depth: 8) }, hasAlpha: true)
    static let rgb565 = PixelFormat(
        name: "rgb565le", identifier: 0, model: .rgb,
        components: [
            Component(plane: 0, step: 2, offset: 1, shift: 3, depth: 5),
            Component(plane: 0, step: 2, offset: 0, shift: 5, depth: 6),
            Component(plane: 0, step: 2, offset: 0, shift: 0, depth: 5),
        ])
    static let gray = PixelFormat(
        name: "gray", identifier: 0, model: .gray,
        components: [Component(plane: 0, step: 1, offset: 0, shift: 0, depth: 8)])
    static let monochrome = ["monow", "monob"].map {
        PixelFormat(
            name: $0, identifier: 0, model: .gray,
            components: [Component(plane: 0, step: 1, offset: 0, shift: 0, depth: 1)], isBitstream: true)
    }
    static let pal8 = PixelFormat(
        name: "pal8", identifier: 0, model: .palette,
        components: [Component(plane: 0, step: 1, offset: 0, shift: 0, depth: 8)], hasAlpha: true)

    /// Shrinks a picture whose planes' bytes are said by a function of plane, byte and line; lines are padded with 0xFF.
    static func shrink(
        _ format: PixelFormat, _ width: Int, _ height: Int, _ range: ColorDescription.Range = .unspecified,
        matrix: Int32 = 2, bottomUp: Bool = false, _ byte: (_ plane: Int, _ x: Int, _ y: Int) -> UInt8
    ) -> LumaThumbnail? {
        var blocks: [UnsafeMutableRawBufferPointer] = []
        defer { for block in blocks { block.deallocate() } }
        var planes: [PlaneView] = []
        for plane in 0..<(format.model == .palette ? 2 : format.planeCount) {
            let isTable = format.model == .palette && plane == 1
            let bytes = isTable ? 1024 : format.lineBytes(ofPlane: plane, width: width)
            let lines = isTable ? 1 : format.lineCount(ofPlane: plane, height: height)
            let stride = bytes + 3
            let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(stride * lines, 1), alignment: 16)
            blocks.append(block)
            for y in 0..<lines {
                let row = bottomUp ? lines - 1 - y : y
                for x in 0..<stride { block[row * stride + x] = x < bytes ? byte(plane, x, y) : 0xFF }
            }
            guard let base = block.baseAddress else { continue }
            planes.append(
                PlaneView(
                    base: UnsafeRawPointer(base) + (bottomUp ? (lines - 1) * stride : 0),
                    stride: bottomUp ? -stride : stride))
        }
        let described = PictureFormat(
            width: width, height: height, pixelFormat: format, color: ColorDescription(range: range, matrix: matrix))
        return LumaThumbnail(of: PictureView(format: described, planes: planes))
    }

    static func isFlat(_ cells: [Float], _ value: Float, within slack: Float = 0.01) -> Bool {
        cells.allSatisfy { abs($0 - value) <= slack }
    }

    @Test func limitedAndFullRangeGiveTheSameScale() throws {
        for (range, black, white) in [
            (ColorDescription.Range.limited, 16, 235), (.unspecified, 16, 235), (.full, 0, 255),
        ] {
            let dark = try #require(
                Self.shrink(Self.planar(8), 321, 241, range) { plane, _, _ in plane == 0 ? UInt8(black) : 128 })
            let light = try #require(
                Self.shrink(Self.nv12, 64, 48, range) { plane, _, _ in plane == 0 ? UInt8(white) : 128 })
            #expect(Self.isFlat(dark.luma, 0) && Self.isFlat(light.luma, 255))
            #expect(Self.isFlat(dark.blueDifference, 0) && Self.isFlat(light.redDifference, 0))
        }
        let jpeg = try #require(
            Self.shrink(Self.planar(8, name: "yuvj420p"), 40, 40) { plane, _, _ in plane == 0 ? 255 : 128 })
        #expect(Self.isFlat(jpeg.luma, 255))
    }

    @Test func deepSamplesGiveTheSameScale() throws {
        // 10 bits: 502 = 16 * 4 + 438, half way from black to white.
        let little = Self.shrink(Self.planar(10), 65, 37) { plane, x, _ in
            let value = plane == 0 ? 502 : 512
            return UInt8(x % 2 == 0 ? value & 0xFF : value >> 8)
        }
        let big = Self.shrink(Self.planar(10, isBigEndian: true), 65, 37, bottomUp: true) { plane, x, _ in
            let value = plane == 0 ? 502 : 512
            return UInt8(x % 2 == 1 ? value & 0xFF : value >> 8)
        }
        let high = Self.shrink(Self.p010, 65, 37) { plane, x, _ in
            let value = (plane == 0 ? 502 : 512) << 6
            return UInt8(x % 2 == 0 ? value & 0xFF : value >> 8)
        }
        for thumbnail in [little, big, high] {
            let thumbnail = try #require(thumbnail)
            #expect(Self.isFlat(thumbnail.luma, 127.5))
            #expect(Self.isFlat(thumbnail.blueDifference, 0) && Self.isFlat(thumbnail.redDifference, 0))
        }
    }

    @Test func colorDifferencesAreMeasured() throws {
        // Blue difference 128 + 56 and red difference 128 − 28, of 224 steps.
        let planar = Self.shrink(Self.planar(8), 33, 19) { plane, _, _ in [126, 184, 100][plane] }
        let packed = Self.shrink(Self.uyvy, 33, 19) { _, x, _ in [184, 126, 100, 126][x % 4] }
        for thumbnail in [planar, packed] {
            let thumbnail = try #require(thumbnail)
            #expect(Self.isFlat(thumbnail.luma, (126 - 16) * 255 / 219))
            #expect(Self.isFlat(thumbnail.blueDifference, 63.75))
            #expect(Self.isFlat(thumbnail.redDifference, -31.875))
        }
    }

    @Test func colorsOfEveryKindAgree() throws {
        // A strong blue, said in four ways; 565 can say it exactly.
        let table: UInt32 = 0xFF00_00FF
        let blue = [
            Self.shrink(Self.bgra, 40, 30) { _, x, _ in [255, 0, 0, 77][x % 4] },
            Self.shrink(Self.rgb565, 40, 30) { _, x, _ in [0x1F, 0][x % 2] },
            Self.shrink(Self.planar(8), 40, 30, .full, matrix: 0) { plane, _, _ in [0, 255, 0][plane] },
            Self.shrink(Self.pal8, 40, 30) { plane, x, _ in
                plane == 0 ? 3 : UInt8(truncatingIfNeeded: table >> (8 * UInt32(x % 4)))
            },
        ]
        for thumbnail in blue {
            let thumbnail = try #require(thumbnail)
            #expect(Self.isFlat(thumbnail.luma, 255 * 0.0722))
            #expect(Self.isFlat(thumbnail.blueDifference, 127.5, within: 0.1))
        }
    }

    @Test func monochromeKnowsWhichBitIsWhite() throws {
        for format in Self.monochrome {
            let thumbnail = try #require(Self.shrink(format, 64, 36) { _, _, _ in 0 })
            #expect(Self.isFlat(thumbnail.luma, format.name == "monow" ? 255 : 0))
        }
    }

    @Test func eachCellIsTheMeanOfItsPlace() throws {
        // A ramp across and steps down: every column counts, and any lines of a cell are alike.
        let thumbnail = try #require(
            Self.shrink(Self.gray, 320, 180) { _, x, y in UInt8(x / 2 + y / 10) })
        for row in 0..<18 {
            for column in 0..<32 {
                let mean = (0..<10).map { Float((column * 10 + $0) / 2 + row) }.reduce(0, +) / 10
                #expect(abs(thumbnail.luma[row * 32 + column] - mean) < 0.01)
            }
        }
    }

    /// Lines of alternating black and white, at any period, must not turn into a flat black or white.
    @Test(arguments: 2...24) func linePatternsDoNotHide(period: Int) throws {
        let thumbnail = try #require(
            Self.shrink(Self.gray, 64, 1080) { _, _, y in y % period < period / 2 ? 255 : 0 })
        let mean = thumbnail.luma.reduce(0, +) / Float(thumbnail.luma.count)
        let expected = 255 * Float(period / 2) / Float(period)
        #expect(abs(mean - expected) < 24, "mean \(mean) for \(expected)")
    }

    @Test func aSmallPictureFillsTheGrid() throws {
        let dot = try #require(Self.shrink(Self.gray, 1, 1) { _, _, _ in 200 })
        #expect(Self.isFlat(dot.luma, 200))
        let two = try #require(
            Self.shrink(Self.planar(8), 3, 5, .full) { plane, x, _ in plane == 0 && x > 0 ? 90 : 30 })
        #expect(two.luma[0] == 30 && two.luma[31] == 90)
    }

    @Test func whatCannotBeReadGivesNothing() {
        #expect(Self.shrink(Self.gray, 0, 5) { _, _, _ in 0 } == nil)
        #expect(Self.shrink(Self.gray, 5, 0) { _, _, _ in 0 } == nil)
        var float = Self.gray
        float.isFloat = true
        #expect(Self.shrink(float, 5, 5) { _, _, _ in 0 } == nil)
        let format = PictureFormat(width: 4, height: 4, pixelFormat: Self.planar(8))
        #expect(LumaThumbnail(of: PictureView(format: format, planes: [])) == nil)
        let opaque = PixelFormat(name: "vaapi", identifier: 44, model: .opaque, components: [])
        #expect(
            LumaThumbnail(of: PictureView(format: PictureFormat(width: 4, height: 4, pixelFormat: opaque), planes: []))
                == nil)
        #expect(LumaThumbnail(luma: [1, 2, 3]) == nil)
        #expect(LumaThumbnail(luma: [Float](repeating: 0, count: 576), blueDifference: [1]) == nil)
    }
}
