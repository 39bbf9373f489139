public import SafeMediaFrames
public import SafeMediaKit

/// The handle of a running pipeline. Safe to use from any thread; nothing here waits for the pipeline's loop.
public final class StreamControl: Sendable {
    init() {}

    /// Continues after the decision being handled, else after the one that closed the gate. An app's continue: a reveal
    /// where the decision was `blurWithReveal` and the policy allows it, else a re-arm.
    public func continueStream() {}

    /// Continues after this decision.
    ///
    /// - Throws: `ContinueRefusal` where the number is stale or nothing waits.
    public func continueStream(after decision: Int) throws(ContinueRefusal) {}

    /// Continues after this decision on behalf of a person, who may only do what the policy lets viewers do.
    ///
    /// - Throws: `ContinueRefusal`, also where the policy allows no reveal.
    public func reveal(after decision: Int) throws(ContinueRefusal) {}

    /// Closes the gate by hand, from the next frame to be released.
    public func conceal() {}

    /// Opens what `conceal()` closed. What a decision closed stays closed.
    public func open() {}

    /// Changes the concealment: in a handler, of the decision being handled; elsewhere, from the next frame on.
    public func setConcealment(_ concealment: Concealment) {}

    /// The state at this moment.
    public var status: StreamStatus { fatalError("filled in with the pipeline") }

    /// Ends the run properly: what is verified is written, the rest is dropped, the output is finished.
    public func stop() {}

    /// Waits until everything is written.
    ///
    /// - Returns: the final counts.
    /// - Throws: `StreamError` where the run failed; what was written until then is finished as well as it could be.
    public func waitForCompletion() async throws -> StreamSummary { fatalError("filled in with the pipeline") }
}
