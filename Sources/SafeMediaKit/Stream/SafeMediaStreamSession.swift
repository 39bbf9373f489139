/// One watch over a live video, made by `SafeMediaStreamEngine.start(policy:applying:)`.
///
/// The engine keeps a running session alive, so that the handle may be dropped. When engine and handle are both gone, the
/// session is cancelled.
@MainActor
public final class SafeMediaStreamSession {
    /// The attachment this handle stands for at present; an analyzer's restart puts another in its place.
    private(set) var run: StreamRun?
    private(set) var isCancelled = false

    init() {}

    isolated deinit {
        run?.cancel()
    }

    /// Goes on after a decision that waits; does nothing when none does.
    ///
    /// Prepare the view for the frames to come before calling. After a sensitive verdict this opens the analyzer's
    /// pipeline.
    public func continueStream() {
        run?.continueStream()
    }

    /// Ends analysis at once and without a decision. May be called repeatedly.
    ///
    /// Conceal or stop the video before calling.
    public func cancel() {
        isCancelled = true
        run?.cancel()
    }

    /// Cancels, and returns when nothing of the session runs any more.
    public func cancelAndWait() async {
        cancel()
        await waitForCompletion()
    }

    /// Returns when the session has ended, however it ended.
    public func waitForCompletion() async {
        while let task = run?.task { await task.value }
    }

    /// Lets the handle stand for a new attachment.
    func adopt(_ run: StreamRun) {
        self.run = run
    }
}
