import SafeMediaFrames

/// A harmless picture out of whole-number formulas, the same to the byte as `Fixtures/open-nsfw/pictures.py` makes it.
struct GeneratedPicture {
    enum Kind: String, Decodable {
        case texture, skin, bodies, noise, blocks, stripes, captioned
    }

    var kind: Kind
    var width: Int
    var height: Int
    var seed: Int

    var sample: SamplePicture {
        let cell = max(min(width, height) / (2 + seed % 7), 1)
        let isBodies = kind == .bodies || kind == .captioned
        let blobs = isBodies ? (0..<6).map(blob) : []
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 3) { bytes, count in
            for y in 0..<height {
                for x in 0..<width {
                    let tone = kind == .skin || isBodies ? texture(x, y, cell, 0) : 0
                    let cover = blobs.reduce(0) { max($0, $1.cover(x, y)) }
                    for channel in 0..<3 {
                        let value = sample(x, y, channel, cell: cell, tone: tone, cover: cover)
                        bytes[count] = UInt8(max(0, min(255, value)))
                        count += 1
                    }
                }
            }
        }
        return SamplePicture(width: width, height: height, channels: .rgb, bytes: bytes)
    }

    private func sample(_ x: Int, _ y: Int, _ channel: Int, cell: Int, tone: Int, cover: Int) -> Int {
        func skin() -> Int {
            let base = channel == 0 ? 120 : channel == 1 ? 70 : 50
            let reach = channel == 1 ? 125 : 120
            return base + tone * reach / 255 + Self.scramble(x, y, channel, seed) / 32
        }
        switch kind {
        case .texture: return texture(x, y, cell, channel)
        case .skin: return skin()
        case .captioned where y >= height - height / 12:
            // Two rows of black and white cells along the lower edge, where the other kinds have no sharp edges.
            let line = y >= height - height / 24 ? 1 : 0
            return Self.scramble(x / max(width / 40, 1), line, 8, seed) >= 128 ? 235 : 16
        case .bodies, .captioned:
            let ground = cover < 256 ? texture(x, y, cell, channel) / 2 * (256 - cover) : 0
            return (ground + (skin() * 3 + cover / 4) / 4 * cover) >> 8
        case .noise: return Self.scramble(x, y, channel, seed)
        case .blocks: return Self.scramble(x / cell, y / cell, channel, seed)
        case .stripes: return (x * (seed % 5 + 1) + y * (seed % 3)) * (channel + 1) / 4 % 256
        }
    }

    private struct Blob {
        var left: Int
        var top: Int
        var across: Int
        var down: Int

        func cover(_ x: Int, _ y: Int) -> Int {
            let distance =
                (x - left) * (x - left) * 256 / (across * across) + (y - top) * (y - top) * 256 / (down * down)
            return max(0, min(256, 256 - distance))
        }
    }

    private func blob(_ number: Int) -> Blob {
        Blob(
            left: Self.scramble(number, 0, 7, seed) * width / 256,
            top: Self.scramble(number, 1, 7, seed) * height / 256,
            across: width * (32 + Self.scramble(number, 2, 7, seed) / 4) / 256 + 1,
            down: height * (32 + Self.scramble(number, 3, 7, seed) / 4) / 256 + 1)
    }

    private func texture(_ x: Int, _ y: Int, _ cell: Int, _ channel: Int) -> Int {
        let (small, smaller) = (max(cell / 2, 1), max(cell / 4, 1))
        return
            (Self.smooth(x, y, cell, channel, seed) * 4 + Self.smooth(x, y, small, channel, seed + 1) * 2
            + Self.smooth(x, y, smaller, channel, seed + 2)) / 7
    }

    private static func smooth(_ x: Int, _ y: Int, _ cell: Int, _ channel: Int, _ seed: Int) -> Int {
        let (column, row) = (x / cell, y / cell)
        let (across, down) = (x % cell * 256 / cell, y % cell * 256 / cell)
        let above =
            scramble(column, row, channel, seed) * (256 - across) + scramble(column + 1, row, channel, seed) * across
        let below =
            scramble(column, row + 1, channel, seed) * (256 - across)
            + scramble(column + 1, row + 1, channel, seed) * across
        return (above * (256 - down) + below * down) >> 16
    }

    private static func scramble(_ a: Int, _ b: Int, _ c: Int, _ seed: Int) -> Int {
        let sum = a &* 374_761_393 &+ b &* 668_265_263 &+ c &* 2_246_822_519 &+ seed &* 3_266_489_917
        var value = UInt32(truncatingIfNeeded: sum)
        value = (value ^ value &>> 13) &* 1_274_126_177
        return Int((value ^ value &>> 16) & 255)
    }
}
