/// The way to half-size chroma and back that JPEG files are usually written and read with.
enum ChromaSampling {
    /// The mean of each two by two pixels, rounded down and up in turn along a line.
    static func halved(_ plane: [UInt8], width: Int, height: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: width / 2 * (height / 2))
        for y in 0..<height / 2 {
            for x in 0..<width / 2 {
                let corner = 2 * y * width + 2 * x
                let above = Int32(plane[corner]) + Int32(plane[corner + 1])
                let below = Int32(plane[corner + width]) + Int32(plane[corner + width + 1])
                let bias: Int32 = x % 2 == 0 ? 1 : 2
                result[y * (width / 2) + x] = UInt8(truncatingIfNeeded: (above + below + bias) >> 2)
            }
        }
        return result
    }

    /// Twice the size, three parts of the nearer sample and one of the farther each way.
    static func doubled(_ plane: [UInt8], width: Int, height: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: width * 2 * height * 2)
        var sums = [Int32](repeating: 0, count: width)
        for y in 0..<height * 2 {
            let near = y / 2
            let far = min(max(y % 2 == 0 ? near - 1 : near + 1, 0), height - 1)
            for x in 0..<width { sums[x] = Int32(plane[near * width + x]) * 3 + Int32(plane[far * width + x]) }
            let line = y * width * 2
            for x in 0..<width {
                let (left, right) = (sums[max(x - 1, 0)], sums[min(x + 1, width - 1)])
                result[line + 2 * x] = UInt8(truncatingIfNeeded: (sums[x] * 3 + left + 8) >> 4)
                result[line + 2 * x + 1] = UInt8(truncatingIfNeeded: (sums[x] * 3 + right + 7) >> 4)
            }
        }
        return result
    }
}
