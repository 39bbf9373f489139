public import SafeMediaFrames

/// Counts of a run, so far or at its end.
public struct StreamSummary: Sendable, Hashable {
    /// How a run ended.
    public enum Outcome: Sendable, Hashable {
        /// It is still going on.
        case running
        /// Everything was written.
        case completed
        /// The policy ended it (`InterruptRule.stop`).
        case stoppedByPolicy
        /// `StreamControl.stop()` ended it; everything until then was written.
        case stopped
        /// An error ended it.
        case failed
    }

    /// How it ended.
    public var outcome = Outcome.running
    /// Frames released, clear or concealed.
    public var frames = 0
    /// Frames released concealed, for whatever reason.
    public var concealed = 0
    /// Of those, frames that reached their deadline uncovered.
    public var late = 0
    /// Of those, frames concealed because the input was damaged.
    public var damaged = 0
    /// Frames that passed without analysis, as the policy allows.
    public var unverified = 0
    /// Samples given to the models.
    public var samples = 0
    /// Decisions of the engine's.
    public var decisions = 0
    /// The last released frame's time.
    public var position = StreamTime.zero
    /// The input's length, where it is known.
    public var duration: StreamTime?
    /// How long each stage took, in the order of the data.
    public var stages: [StageLatency] = []

    /// Zero counts.
    public init() {}
}
