/// A threshold that follows what was usual of late, between a floor and a ceiling.
struct AdaptiveLimit: Sendable {
    /// Frames that count as "of late".
    static let window = 12
    /// Fewer than this say nothing of what is usual.
    static let fewest = 3

    private let floor: Float
    private let ceiling: Float
    private let factor: Float
    private let quantile: Double
    private let beginning: Float
    private var recent: [Float] = []

    /// The limit is `factor` times the `quantile` of recent values, within `floor` and `ceiling`; `beginning` while there
    /// are too few of them.
    init(floor: Float, ceiling: Float, factor: Float, quantile: Double, beginning: Float) {
        self.floor = floor
        self.ceiling = ceiling
        self.factor = factor
        self.quantile = quantile
        self.beginning = beginning
    }

    var value: Float {
        guard recent.count >= Self.fewest else { return beginning }
        let usual = recent.sorted()[Int(Double(recent.count - 1) * quantile)]
        return min(max(factor * usual, floor), ceiling)
    }

    /// Whether `value` is above the limit; what is not a number is.
    func isExceeded(by value: Float) -> Bool { !(value <= self.value) }

    mutating func add(_ value: Float) {
        guard value.isFinite else { return }
        if recent.count == Self.window { recent.removeFirst() }
        recent.append(value)
    }

}
