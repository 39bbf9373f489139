public import SafeMediaFrames

/// A pipeline's state at one moment.
public struct StreamStatus: Sendable, Hashable {
    /// Counts so far.
    public var summary: StreamSummary
    /// Whether the frame released last was concealed.
    public var isConcealed: Bool
    /// The number of the decision that keeps the gate closed; nil where none does.
    public var closedBy: Int?
    /// The operator has closed the gate by hand.
    public var isClosedByOperator: Bool
    /// The policy has closed the gate for good.
    public var isStoppedByPolicy: Bool
    /// Whether a session of analysis is attached.
    public var isAnalysisAttached: Bool
    /// The present hold-back; zero for files.
    public var holdBack: StreamTime

    /// Makes a status.
    public init(
        summary: StreamSummary, isConcealed: Bool, closedBy: Int?, isClosedByOperator: Bool, isStoppedByPolicy: Bool,
        isAnalysisAttached: Bool, holdBack: StreamTime
    ) {
        self.summary = summary
        self.isConcealed = isConcealed
        self.closedBy = closedBy
        self.isClosedByOperator = isClosedByOperator
        self.isStoppedByPolicy = isStoppedByPolicy
        self.isAnalysisAttached = isAnalysisAttached
        self.holdBack = holdBack
    }
}
