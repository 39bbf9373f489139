import SafeMediaFrames
import SafeMediaKit

/// What keeps the gate closed after a sensitive verdict.
struct VerdictLatch {
    /// The decision that closed it.
    let decision: Int
    /// What the policy does about it.
    let action: SafeMediaAction
    /// What was found.
    let contentTypes: Set<SafeMediaContentType>
    /// The frame it was found in.
    let frame: Int
    /// Since when every sample has been clear, without a loss.
    var safeSince: StreamTime?
    /// The verdict that closed it, while no session was attached that could be told of it.
    var untold: FrameVerdict?
    /// The time of the sample it was found in.
    let time: StreamTime
}
