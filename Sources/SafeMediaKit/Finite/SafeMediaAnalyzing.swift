/// A model that judges finite media.
///
/// Both functions run outside the caller's actor, so that one engine's evaluations run side by side.
public protocol SafeMediaAnalyzing: Sendable {
    /// Whether analysis can be had here and now. An engine asks before every evaluation.
    @concurrent func availability() async -> SafeMediaAvailability

    /// Judges one source.
    ///
    /// - Throws: any error, when the source could not be judged; `CancellationError` when the task was cancelled.
    @concurrent func analyze(_ source: SafeMediaSource) async throws -> SafeMediaVerdict
}

extension SafeMediaAnalyzing {
    /// Available, unless the analyzer says otherwise.
    @concurrent public func availability() async -> SafeMediaAvailability { .available }
}
