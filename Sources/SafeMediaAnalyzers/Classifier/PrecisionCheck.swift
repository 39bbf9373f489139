import SafeMediaFrames

/// Whether a model gives the same scores in bf16 as in f32, tried on generated pictures.
struct PrecisionCheck {
    /// How far a score may move.
    static let tolerance = 0.01

    var preparer: InputPreparer
    var reader: ScoreReader

    /// Whether every score of every picture stays within the tolerance.
    func agree(_ exact: CompiledModel, _ quick: CompiledModel) throws(AnalyzerError) -> Bool {
        for picture in Self.pictures {
            let pixels = try preparer.pixels(of: picture)
            let expected = try reader.scores(try exact.infer { preparer.write(pixels, to: $0) })
            // A model that is out of its range in bf16 alone does not agree; it is not broken.
            guard let actual = try? reader.scores(try quick.infer { preparer.write(pixels, to: $0) }),
                zip(expected, actual).allSatisfy({ abs($0 - $1) <= Self.tolerance })
            else { return false }
        }
        return true
    }

    /// Eight pictures from smooth to rough: waves of growing frequency, in colours from skin tones to all of them,
    /// under growing noise.
    static let pictures: [SamplePicture] = {
        let (side, colour) = (128, [200, 150, 130])
        return (0..<8).map { number in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(side * side * 3)
            var noise = UInt32(truncatingIfNeeded: number &* 2_654_435_761 &+ 1)
            for y in 0..<side {
                for x in 0..<side {
                    let wave = triangle(x &* 2 &* (number + 1)) &+ triangle(y &* 2 &* (number + 2))
                    for channel in 0..<3 {
                        noise = noise &* 1_664_525 &+ 1_013_904_223
                        let base = colour[channel] &- number &* (channel &+ 1) &* 6
                        let grain = Int(noise &>> 24) &* number / 10
                        bytes.append(UInt8(clamping: base &+ wave / 4 &+ grain &- 96))
                    }
                }
            }
            return SamplePicture(width: side, height: side, channels: .rgb, bytes: bytes)
        }
    }()

    /// 0 to 255 and back every 512.
    private static func triangle(_ position: Int) -> Int { abs((position % 512) - 255) }
}
