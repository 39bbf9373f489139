/// A harmless picture out of whole-number formulas that open_nsfw scores high: what `Fixtures/open-nsfw/pictures.py` calls
/// `bodies`, with its seed 14.
struct BodiesPicture {
    var width: Int
    var height: Int

    private static let seed = 14
    private var cell: Int { max(min(width, height) / (2 + Self.seed % 7), 1) }

    private struct Blob {
        var left: Int
        var top: Int
        var across: Int
        var down: Int
    }

    /// As a binary portable pixmap (P6).
    var pixmap: [UInt8] {
        let blobs = (0..<6).map(blob)
        var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
        for y in 0..<height {
            for x in 0..<width {
                let tone = texture(x, y, 0)
                let cover = blobs.reduce(0) { max($0, Self.cover($1, x, y)) }
                for (channel, (base, reach)) in [(120, 120), (70, 125), (50, 120)].enumerated() {
                    let skin = base + tone * reach / 255 + Self.scramble(x, y, channel) / 32
                    let ground = cover < 256 ? texture(x, y, channel) / 2 * (256 - cover) : 0
                    bytes.append(UInt8(clamping: (ground + (skin * 3 + cover / 4) / 4 * cover) >> 8))
                }
            }
        }
        return bytes
    }

    private func blob(_ number: Int) -> Blob {
        Blob(
            left: Self.scramble(number, 0, 7) * width / 256, top: Self.scramble(number, 1, 7) * height / 256,
            across: width * (32 + Self.scramble(number, 2, 7) / 4) / 256 + 1,
            down: height * (32 + Self.scramble(number, 3, 7) / 4) / 256 + 1)
    }

    private static func cover(_ blob: Blob, _ x: Int, _ y: Int) -> Int {
        let (right, below) = (x - blob.left, y - blob.top)
        let distance =
            right * right * 256 / (blob.across * blob.across) + below * below * 256 / (blob.down * blob.down)
        return max(0, min(256, 256 - distance))
    }

    /// Three sizes of smooth noise, the largest strongest.
    private func texture(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (Self.smooth(x, y, cell, channel, Self.seed) * 4
            + Self.smooth(x, y, max(cell / 2, 1), channel, Self.seed + 1) * 2
            + Self.smooth(x, y, max(cell / 4, 1), channel, Self.seed + 2)) / 7
    }

    private static func smooth(_ x: Int, _ y: Int, _ cell: Int, _ channel: Int, _ seed: Int) -> Int {
        let (column, row) = (x / cell, y / cell)
        let (across, down) = (x % cell * 256 / cell, y % cell * 256 / cell)
        func knot(_ right: Int, _ below: Int) -> Int { scramble(column + right, row + below, channel, seed) }
        let above = knot(0, 0) * (256 - across) + knot(1, 0) * across
        let below = knot(0, 1) * (256 - across) + knot(1, 1) * across
        return (above * (256 - down) + below * down) >> 16
    }

    private static func scramble(_ a: Int, _ b: Int, _ c: Int, _ seed: Int = seed) -> Int {
        let sum = a &* 374_761_393 &+ b &* 668_265_263 &+ c &* 2_246_822_519 &+ seed &* 3_266_489_917
        var value = UInt32(truncatingIfNeeded: sum)
        value = (value ^ value &>> 13) &* 1_274_126_177
        return Int((value ^ value &>> 16) & 255)
    }
}
