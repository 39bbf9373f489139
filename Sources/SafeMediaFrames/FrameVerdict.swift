public import SafeMediaKit

/// What a model said of one picture.
public struct FrameVerdict: Sendable, Hashable {
    /// A part of the picture, from a detector.
    public struct Region: Sendable, Hashable {
        /// Left edge as a share of the upright picture's width, 0 to 1.
        public var x: Double
        /// Upper edge as a share of the upright picture's height, 0 to 1.
        public var y: Double
        /// Width as a share of the picture's width, 0 to 1.
        public var width: Double
        /// Height as a share of the picture's height, 0 to 1.
        public var height: Double
        /// The model's own name for what it found.
        public var label: String
        /// Confidence, 0 to 1.
        public var score: Double

        /// Describes a region.
        public init(x: Double, y: Double, width: Double, height: Double, label: String, score: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.label = label
            self.score = score
        }
    }

    /// The judgement in SafeMediaKit's terms.
    public var verdict: SafeMediaVerdict
    /// The model's own scores by its own labels, 0 to 1.
    public var scores: [String: Double]
    /// Where a detector found what it found; empty for classifiers.
    public var regions: [Region]

    /// Makes a verdict.
    public init(verdict: SafeMediaVerdict, scores: [String: Double] = [:], regions: [Region] = []) {
        self.verdict = verdict
        self.scores = scores
        self.regions = regions
    }
}
