/// An analyzer that is told how far its engine is, and may continue or begin its session again.
///
/// The engine does the same things in the same order for analyzers that do not ask for this. For one start, in order:
///
/// 1. `sessionWillApply(.preparing)`, the handler, `sessionDidApply(.preparing)`. A running session is still attached.
/// 2. The running session, if there is one, ends its analysis; its steps are over, and its `sessionDidFinish` has
///    returned, before step 3.
/// 3. `sessionWillAttach`, then `availability()`, then `startAnalysis()`.
/// 4. For each event `sessionWillApply`, the handler, `sessionDidApply`. What the decision's action brings about
///    (`continueStream()`, waiting, `endAnalysis()`) follows `sessionDidApply`; what the handler itself asks of the
///    session lies between the two.
/// 5. `endAnalysis()` where `startAnalysis()` was called, then `sessionDidFinish`, once for each `sessionWillAttach`.
///    Cancelling calls `endAnalysis()` at once; `sessionDidFinish` waits for a call of `availability()` or
///    `startAnalysis()` that is under way.
///
/// A start that was given up before step 3 has events of step 1 at most.
@MainActor
package protocol SafeMediaStreamSessionObserving: SafeMediaStreamAnalyzing {
    /// A session begins with this analyzer: `.preparing` was applied, any previous session is over, and availability is
    /// asked next.
    func sessionWillAttach(_ attachment: SafeMediaStreamAttachment)
    /// The handler is about to be called for `event`.
    func sessionWillApply(_ event: SafeMediaStreamEvent, attachment: SafeMediaStreamAttachment)
    /// The handler has returned from `event`.
    func sessionDidApply(_ event: SafeMediaStreamEvent, attachment: SafeMediaStreamAttachment)
    /// The session has finished, however it ended, and its analysis has ended.
    func sessionDidFinish(_ attachment: SafeMediaStreamAttachment)
}
