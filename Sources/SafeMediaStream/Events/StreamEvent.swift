public import SafeMediaFrames
public import SafeMediaKit

/// What happened in a pipeline, in stream time where it has one.
public enum StreamEvent: Sendable, Hashable {
    /// A session of analysis begins.
    case preparing
    /// Analysis is attached. This says nothing of any frame.
    case ready
    /// The engine decided; `number` is what a continue names.
    case decision(StreamDecision)
    /// Concealment begins at this frame; `decision` is the number of the decision behind it, where there is one.
    case concealed(at: StreamTime, reason: ConcealmentReason, decision: Int?)
    /// Clear frames begin at this frame.
    case resumed(at: StreamTime)
    /// So many frames left concealed at their deadline since the last such event, the first of them at this time.
    case late(at: StreamTime, frames: Int)
    /// The input is damaged from this time on.
    case damage(at: StreamTime, message: String)
    /// Frames begin to pass without analysis, as the policy allows.
    case unverified(at: StreamTime)
    /// Something the user should know, said once: a fallback, something dropped.
    case notice(String)
    /// The run has ended.
    case finished(StreamSummary)
}

/// A decision of the engine's, with its number and its place on the stream.
public struct StreamDecision: Sendable, Hashable {
    /// Counts the decisions of one run from 1.
    public var number: Int
    /// What was decided.
    public var decision: SafeMediaDecision
    /// The sampled frame's time; nil where no frame is behind the decision.
    public var time: StreamTime?
    /// The models' scores, 0 to 1, under `MODEL/label`.
    public var scores: [String: Double]
    /// Whether a person may reveal what it conceals.
    public var allowsReveal: Bool

    /// Makes a decision.
    public init(
        number: Int, decision: SafeMediaDecision, time: StreamTime?, scores: [String: Double], allowsReveal: Bool
    ) {
        self.number = number
        self.decision = decision
        self.time = time
        self.scores = scores
        self.allowsReveal = allowsReveal
    }
}

/// Why a frame is concealed.
public enum ConcealmentReason: Sendable, Hashable {
    /// No verdict covers it yet: the first frames, a failed sample, a gap.
    case uncovered
    /// A decision closed the gate.
    case decision
    /// The policy closed the gate for good.
    case stopped
    /// The operator closed the gate.
    case operatorLatch
    /// It reached its deadline before a verdict covered it.
    case late
    /// The decoder had to guess it, or packets are missing.
    case damage
    /// Analysis failed or is unavailable.
    case noAnalysis
}
