/// A filter that pictures are resized with; each is widened when scaling down, so that every pixel counts.
package enum ResamplingFilter: String, Sendable, CaseIterable {
    /// Triangle.
    case bilinear
    /// Cubic with a = -0.5.
    case bicubic
    /// Mean of what is covered.
    case area

    /// Half the filter's width, in pixels of the larger picture when scaling up.
    var support: Double {
        switch self {
        case .area: 0.5
        case .bilinear: 1
        case .bicubic: 2
        }
    }

    /// The filter's height at a distance from its middle.
    func weight(at distance: Double) -> Double {
        let x = abs(distance)
        switch self {
        case .area: return distance > -0.5 && distance <= 0.5 ? 1 : 0
        case .bilinear: return max(0, 1 - x)
        case .bicubic:
            let a = -0.5
            if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
            return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0
        }
    }
}

/// What each pixel of a resized line is made of.
struct ResamplingWeights {
    /// The bits after the point of a weight: 8 for the samples and 2 of headroom leave 22.
    static let precisionBits = 22

    /// The first source pixel of each.
    private(set) var starts: [Int] = []
    /// The first weight of each, and one more for the end.
    private(set) var offsets: [Int] = [0]
    /// Fixed-point weights.
    private(set) var weights: [Int32] = []

    /// The source pixels that take part.
    var usedRange: Range<Int> {
        let ends = starts.indices.map { starts[$0] + offsets[$0 + 1] - offsets[$0] }
        let first = starts.min() ?? 0
        return first..<max(first, ends.max() ?? 0)
    }

    /// - Parameter range: which of the resized pixels are wanted.
    init(from source: Int, to target: Int, range: Range<Int>, filter: ResamplingFilter) {
        let scale = Double(source) / Double(target)
        let widening = max(scale, 1)
        let support = filter.support * widening
        for pixel in range {
            let center = (Double(pixel) + 0.5) * scale
            let first = max(0, Int(center - support + 0.5))
            let end = min(source, Int(center + support + 0.5))
            let heights = (first..<max(end, first)).map { filter.weight(at: (Double($0) - center + 0.5) / widening) }
            let sum = heights.reduce(0, +)
            starts.append(first)
            weights += heights.map { height in
                let fixed = (sum == 0 ? 0 : height / sum) * Double(1 << Self.precisionBits)
                return Int32(fixed + (fixed < 0 ? -0.5 : 0.5))
            }
            offsets.append(weights.count)
        }
    }
}
