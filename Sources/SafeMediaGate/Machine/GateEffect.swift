package import SafeMediaFrames
import SafeMediaKit

/// What the gate asks its surroundings to do, in this order.
package enum GateEffect: Sendable, Hashable {
    /// Give the frame admitted as number `frame` to the model, in this session of analysis.
    case handOver(frame: Int, session: Int)
    /// Give the verdict to the engine. `number` is the number of the decision it becomes.
    case yield(number: Int, verdict: FrameVerdict, time: StreamTime)
    /// End the verdict stream with an error; `number` is the number of the decision that this becomes.
    case fail(number: Int, time: StreamTime)
    /// Calls of this session that have not returned are given up.
    case abandon(session: Int)
    /// Begin a new session of analysis after so much time of the monotonic clock, and not before the engine has been told
    /// of everything that was yielded. Comes once for each session that failed.
    case restart(after: StreamTime)
    /// Continue the engine, which waits after this decision, once its handler has returned. This may be asked for before
    /// the handler has been called, and must not get lost then.
    case continueEngine(number: Int)
    /// Concealment begins with this frame, or goes on for another reason.
    case concealed(at: StreamTime, reason: Treatment.Reason, decision: Int?)
    /// Clear frames begin with this one.
    case resumed(at: StreamTime)
    /// Frames without analysis begin with this one.
    case unverified(at: StreamTime)
    /// This frame left concealed at its deadline.
    case late(at: StreamTime)
    /// Damage begins with this frame.
    case damage(at: StreamTime)
}
