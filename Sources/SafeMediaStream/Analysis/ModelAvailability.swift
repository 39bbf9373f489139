import SafeMediaFrames
import SafeMediaKit

/// Asks models whether they can work. Models are loaded by that, which takes its time, so it has a thread of its own.
enum ModelAvailability {
    /// Available where every model is; the first that is not decides. Without a model there is no analysis.
    ///
    /// - Parameter explain: told why a model is not available, where the model says so.
    @concurrent static func ask(
        _ models: [any FrameAnalyzing], explain: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> SafeMediaAvailability {
        guard !models.isEmpty else { return .unavailable(.missingFramework) }
        let executor = ThreadExecutor(name: "availability")
        defer { executor.stop() }
        return await Task(executorPreference: executor) {
            for model in models {
                let availability = await model.availability()
                guard availability != .available else { continue }
                if let reason = model.unavailability { explain("\(model.name) is not available: \(reason)") }
                return availability
            }
            return .available
        }.value
    }
}
