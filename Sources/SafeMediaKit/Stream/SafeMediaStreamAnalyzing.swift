/// A model attached to one live video.
///
/// Every verdict arrives once and in order; none is evicted by a newer one. An analyzer closes its own pipeline before
/// it yields a sensitive verdict, and keeps it closed until `continueStream()` or `endAnalysis()`.
@MainActor
public protocol SafeMediaStreamAnalyzing: Sendable {
    /// Whether analysis can be had here and now. An engine asks at each start, and again when a start failed.
    func availability() async -> SafeMediaAvailability

    /// Attaches to the video, and gives a fresh stream of verdicts that stays open until `endAnalysis()`.
    ///
    /// `endAnalysis()` may be called while this is suspended; the attachment under way must then come to nothing.
    ///
    /// - Throws: any error, when nothing could be attached.
    func startAnalysis() async throws -> AsyncThrowingStream<SafeMediaVerdict, any Error>

    /// Opens the pipeline again after a sensitive verdict.
    func continueStream()

    /// Detaches. May be called repeatedly.
    func endAnalysis()
}

extension SafeMediaStreamAnalyzing {
    /// Available, unless the analyzer says otherwise.
    public func availability() async -> SafeMediaAvailability { .available }
}
