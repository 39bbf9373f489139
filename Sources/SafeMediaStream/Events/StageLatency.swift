public import SafeMediaFrames

/// How long one stage of a pipeline took per frame or sample, in wall-clock time.
public struct StageLatency: Sendable, Hashable {
    /// The stage: `decode`, `analyze`, `hold` (waiting to be released), `conceal`, `encode`, `write`.
    public var name: String
    /// How many frames or samples were measured.
    public var count: Int
    /// The mean.
    public var mean: StreamTime
    /// What 95 of 100 stayed within.
    public var percentile95: StreamTime
    /// The longest.
    public var maximum: StreamTime

    /// Makes a measurement.
    public init(name: String, count: Int, mean: StreamTime, percentile95: StreamTime, maximum: StreamTime) {
        self.name = name
        self.count = count
        self.mean = mean
        self.percentile95 = percentile95
        self.maximum = maximum
    }
}
