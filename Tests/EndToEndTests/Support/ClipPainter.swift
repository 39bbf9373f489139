/// Paints the frames of a test clip as planar YUV 4:2:0: a texture that drifts, so that encoders have work and no two
/// frames are alike; a trigger in the middle; the flash; the strip with the frame's number.
struct ClipPainter: Sendable {
    private let clip: ClipDescription
    private let luma: [UInt8]
    private let chroma: [UInt8]
    private let triggers: [String: GrayPicture]

    /// How far the texture reaches beyond the frame, in luma pixels each way.
    private static let margin = 64
    private var textureWidth: Int { clip.width + Self.margin }
    private var textureHeight: Int { clip.height + Self.margin }

    init(_ clip: ClipDescription) throws {
        self.clip = clip
        luma = Self.texture(width: clip.width + Self.margin, height: clip.height + Self.margin, low: 40, range: 150)
        chroma = Self.texture(
            width: (clip.width + Self.margin) / 2, height: (clip.height + Self.margin) / 2, low: 88, range: 80)
        let room = min(clip.width, clip.height - clip.barcode.stripHeight) * 7 / 10
        triggers = try Dictionary(
            uniqueKeysWithValues: Set(clip.triggers.map(\.content)).map { content in
                let code = try GrayPicture(contentsOf: Repository.file("Fixtures/test-pattern/\(content).pgm"))
                // Whole pixels for each of the code's modules.
                return (content, code.square(max(1, room / code.width) * code.width))
            })
    }

    /// One frame: luma, then both chroma planes, without padding.
    func frame(_ number: Int) -> [UInt8] {
        let (width, height, barcode) = (clip.width, clip.height, clip.barcode)
        // A slow zigzag in even steps.
        let x = Self.zigzag(number * 2, Self.margin) / 2 * 2
        let y = Self.zigzag(number, Self.margin) / 2 * 2
        var frame = Self.cut(luma, textureWidth, x: x, y: y, width: width, height: height)

        let shown = clip.triggers.first { $0.frames.contains(number) }.flatMap { triggers[$0.content] }
        if let shown {
            let top = (height - barcode.stripHeight - shown.height) / 2 / 2 * 2
            let left = (width - shown.width) / 2 / 2 * 2
            Self.paste(shown.pixels, shown.width, into: &frame, width, x: left, y: top)
        }
        let flash = SyncFlash(barcode)
        let level =
            SyncFlash.isLit(at: Double(number) / clip.rate.value) ? FrameBarcode.light : FrameBarcode.dark
        Self.paste(
            [UInt8](repeating: level, count: flash.side * flash.side), flash.side, into: &frame, width, x: flash.offset,
            y: flash.offset)
        Self.paste(barcode.draw(number), width, into: &frame, width, x: 0, y: height - barcode.stripHeight)

        for shift in [0, 8] {
            frame += Self.cut(
                chroma, textureWidth / 2, x: (x + shift) / 2, y: y / 2, width: width / 2, height: height / 2)
        }
        return frame
    }

    private static func zigzag(_ value: Int, _ limit: Int) -> Int {
        let phase = value % (2 * limit)
        return phase < limit ? phase : 2 * limit - phase - 1
    }

    private static func cut(
        _ plane: [UInt8], _ stride: Int, x: Int, y: Int, width: Int, height: Int
    ) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(width * height * 3 / 2)
        for row in y..<y + height { result += plane[row * stride + x..<row * stride + x + width] }
        return result
    }

    private static func paste(
        _ picture: [UInt8], _ width: Int, into frame: inout [UInt8], _ stride: Int, x: Int, y: Int
    ) {
        for row in 0..<picture.count / width {
            let start = (y + row) * stride + x
            frame.replaceSubrange(start..<start + width, with: picture[row * width..<(row + 1) * width])
        }
    }

    /// Smooth patches with a little grain; the same each time.
    private static func texture(width: Int, height: Int, low: Int, range: Int) -> [UInt8] {
        let cell = 32
        let columns = width / cell + 2
        var seed: UInt32 = 20_231
        func next() -> Int {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return Int(seed >> 16)
        }
        let knots = (0..<columns * (height / cell + 2)).map { _ in next() % range }
        var result = [UInt8](repeating: 0, count: width * height)
        for row in 0..<height {
            let (line, down) = (row / cell * columns, row % cell)
            for column in 0..<width {
                let (knot, right) = (line + column / cell, column % cell)
                let upper = knots[knot] * (cell - right) + knots[knot + 1] * right
                let lower = knots[knot + columns] * (cell - right) + knots[knot + columns + 1] * right
                let patch = (upper * (cell - down) + lower * down) / (cell * cell)
                result[row * width + column] = UInt8(clamping: low + patch + next() % 6)
            }
        }
        return result
    }
}
