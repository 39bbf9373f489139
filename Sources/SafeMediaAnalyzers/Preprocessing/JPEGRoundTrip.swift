/// What a picture looks like after it has been saved as a baseline JPEG and read again, to the last bit as libjpeg does
/// it: 4:2:0, the integer DCT, smooth chroma upsampling.
///
/// open_nsfw's published scores were taken after such a round trip, and it moves them by up to 0.22; without it the
/// thresholds would not be the model's own.
struct JPEGRoundTrip {
    private let lumaSteps: [Int32]
    private let chromaSteps: [Int32]

    /// - Parameter quality: 1 to 100, as every JPEG writer's.
    init(quality: Int) {
        let percent = quality < 50 ? 5000 / max(quality, 1) : 200 - 2 * min(quality, 100)
        func steps(_ table: [Int]) -> [Int32] { table.map { Int32(min(max(($0 * percent + 50) / 100, 1), 255)) } }
        lumaSteps = steps(Self.lumaTable)
        chromaSteps = steps(Self.chromaTable)
    }

    /// Passes a picture through.
    ///
    /// - Parameter rgb: packed RGB; both sides must be multiples of 16.
    func apply(to rgb: inout [UInt8], width: Int, height: Int) {
        precondition(width % 16 == 0 && height % 16 == 0 && rgb.count == width * height * 3)
        var luma = [UInt8](repeating: 0, count: width * height)
        var (blue, red) = (luma, luma)
        for pixel in 0..<width * height {
            let (r, g, b) = (Int32(rgb[pixel * 3]), Int32(rgb[pixel * 3 + 1]), Int32(rgb[pixel * 3 + 2]))
            luma[pixel] = UInt8(truncatingIfNeeded: (19595 * r &+ 38470 * g &+ 7471 * b &+ 32768) &>> 16)
            blue[pixel] = UInt8(truncatingIfNeeded: (-11059 * r &- 21709 * g &+ 32768 * b &+ Self.center) &>> 16)
            red[pixel] = UInt8(truncatingIfNeeded: (32768 * r &- 27439 * g &- 5329 * b &+ Self.center) &>> 16)
        }
        let (halfWidth, halfHeight) = (width / 2, height / 2)
        var smallBlue = ChromaSampling.halved(blue, width: width, height: height)
        var smallRed = ChromaSampling.halved(red, width: width, height: height)
        requantize(&luma, width: width, height: height, steps: lumaSteps)
        requantize(&smallBlue, width: halfWidth, height: halfHeight, steps: chromaSteps)
        requantize(&smallRed, width: halfWidth, height: halfHeight, steps: chromaSteps)
        blue = ChromaSampling.doubled(smallBlue, width: halfWidth, height: halfHeight)
        red = ChromaSampling.doubled(smallRed, width: halfWidth, height: halfHeight)
        for pixel in 0..<width * height {
            let (y, cb, cr) = (Int32(luma[pixel]), Int32(blue[pixel]) - 128, Int32(red[pixel]) - 128)
            rgb[pixel * 3] = Self.clipped(y &+ ((91881 * cr &+ 32768) &>> 16))
            rgb[pixel * 3 + 1] = Self.clipped(y &+ ((-22554 * cb &- 46802 * cr &+ 32768) &>> 16))
            rgb[pixel * 3 + 2] = Self.clipped(y &+ ((116130 * cb &+ 32768) &>> 16))
        }
    }

    /// Takes each block of 8 by 8 to its frequencies, rounds those to whole steps, and comes back.
    private func requantize(_ plane: inout [UInt8], width: Int, height: Int, steps: [Int32]) {
        var block = [Int32](repeating: 0, count: 64)
        plane.withUnsafeMutableBufferPointer { plane in
            block.withUnsafeMutableBufferPointer { block in
                steps.withUnsafeBufferPointer { steps in
                    for top in stride(from: 0, to: height, by: 8) {
                        for left in stride(from: 0, to: width, by: 8) {
                            let origin = top * width + left
                            for index in 0..<64 {
                                let sample = plane[origin &+ (index &>> 3) &* width &+ (index & 7)]
                                block[index] = Int32(truncatingIfNeeded: sample) &- 128
                            }
                            IntegerDCT.forward(block)
                            for index in 0..<64 {
                                // The transform leaves its result eight times too large.
                                let (value, divisor) = (block[index], steps[index] &<< 3)
                                let whole = (abs(value) &+ divisor &>> 1) / divisor
                                block[index] = (value < 0 ? 0 &- whole : whole) &* steps[index]
                            }
                            IntegerDCT.inverse(block)
                            for index in 0..<64 {
                                plane[origin &+ (index &>> 3) &* width &+ (index & 7)] =
                                    Self.clipped(block[index] &+ 128)
                            }
                        }
                    }
                }
            }
        }
    }

    /// 128 in 16.16, and almost a half, so that the sum of three rounded weights cannot reach 256.
    private static let center: Int32 = (128 << 16) + 32767

    private static func clipped(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(255, value))) }

    /// ITU-T T.81, table K.1, in reading order.
    private static let lumaTable = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
        14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
        18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]

    /// ITU-T T.81, table K.2.
    private static let chromaTable: [Int] = {
        let corner = [[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]]
        return (0..<64).map { $0 / 8 < 4 && $0 % 8 < 4 ? corner[$0 / 8][$0 % 8] : 99 }
    }()
}
