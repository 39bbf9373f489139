public import SafeMediaKit

/// Reads a stream, has it judged, and writes it with everything sensitive concealed.
public final class StreamPipeline: Sendable {
    /// Makes a pipeline; nothing is opened yet.
    public init(_ configuration: StreamConfiguration) throws {}

    /// The analyzer on which an app may run a `SafeMediaStreamEngine` of its own.
    @MainActor public var streamAnalyzer: any SafeMediaStreamAnalyzing { fatalError("filled in with the pipeline") }

    /// Opens input and output, starts an engine with this policy, and begins.
    ///
    /// - Parameters:
    ///   - policy: what is done about verdicts.
    ///   - handler: called on the main actor for each event of the engine's.
    /// - Returns: the handle of the running pipeline.
    /// - Throws: `StreamError` where the input or the output cannot be opened.
    @MainActor public func start(
        policy: SafeMediaPolicy, applying handler: @escaping @MainActor @Sendable (SafeMediaStreamEvent) -> Void
    ) async throws -> StreamControl { StreamControl() }
}
