import SafeMediaAnalyzers
package import SafeMediaFrames
package import SafeMediaStream

/// What the command finds around it, so that tests can put something else there.
package struct CommandEnvironment: Sendable {
    /// Descriptors of the standard streams.
    package var standardInput: Int32 = 0
    package var standardOutput: Int32 = 1
    package var standardError: Int32 = 2
    package var files = FileFacts.system
    package var clock = MonotonicClock.system
    /// Whether signals are the command's.
    package var handlesSignals = true
    /// Makes a model by its name or the path of its description.
    package var makeAnalyzer: @Sendable (_ name: String, _ threshold: Double?) throws -> any FrameAnalyzing
    /// Opens input and output and begins.
    package var start: @MainActor @Sendable (StreamConfiguration) async throws -> any RunControl

    package init(
        makeAnalyzer: @escaping @Sendable (_ name: String, _ threshold: Double?) throws -> any FrameAnalyzing,
        start: @escaping @MainActor @Sendable (StreamConfiguration) async throws -> any RunControl
    ) {
        self.makeAnalyzer = makeAnalyzer
        self.start = start
    }

    /// The process's own.
    package static let process = CommandEnvironment(
        makeAnalyzer: { name, threshold in try AnalyzerCatalog.analyzer(named: name, threshold: threshold) },
        start: { configuration in
            let pipeline = try StreamPipeline(configuration)
            return try await pipeline.start(policy: configuration.policy) { _ in }
        })
}
