public import SafeMediaKit
import Synchronization

/// Reads a stream, has it judged, and writes it with everything sensitive concealed: demux, decode, sample, gate,
/// conceal, encode, mux.
///
/// A pipeline runs once. Several may live in one process, and may share a model.
public final class StreamPipeline: Sendable {
    private enum Stage {
        case fresh
        case prepared(PipelineRun)
        case started(EngineAdapter)
    }

    private let configuration: StreamConfiguration
    private let stage = Mutex(Stage.fresh)

    /// Makes a pipeline; nothing is opened yet.
    ///
    /// - Throws: `StreamError` where the configuration contradicts itself.
    public init(_ configuration: StreamConfiguration) throws {
        try configuration.validate()
        self.configuration = configuration
    }

    /// The analyzer on which an app may run a `SafeMediaStreamEngine` of its own, with `configuration.policy`; then it
    /// starts the pipeline by `start()`. It is the same one each time.
    @MainActor public var streamAnalyzer: any SafeMediaStreamAnalyzing {
        stage.withLock { stage in
            if case .started(let adapter) = stage { return adapter }
            return prepare(&stage, configuration.policy).adapter
        }
    }

    /// Opens input and output, starts an engine with this policy, and begins.
    ///
    /// - Parameters:
    ///   - policy: what is done about verdicts.
    ///   - handler: called on the main actor for each event of the engine's, before anything that the event brings about.
    /// - Returns: the handle of the running pipeline, which goes on though the handle is dropped.
    /// - Throws: `StreamError` where the input or the output cannot be opened, the pipeline was started before, or
    ///   `streamAnalyzer` was asked for with another policy in the configuration.
    @MainActor public func start(
        policy: SafeMediaPolicy, applying handler: @escaping @MainActor @Sendable (SafeMediaStreamEvent) -> Void
    ) async throws -> StreamControl {
        let run = try claim(policy)
        let media = try await opened(run)
        let engine = SafeMediaStreamEngine(analyzer: run.adapter)
        // A task of its own, since a task that is cancelled begins no session, and the run would wait for one.
        let session = await Task { await engine.start(policy: policy, applying: handler) }.value
        run.adapter.hold(engine, session)
        run.run(media)
        return run.control
    }

    /// Opens input and output, and begins. The app's own engine on `streamAnalyzer` attaches before or afterwards; until
    /// it does, everything is concealed.
    ///
    /// - Returns: the handle of the running pipeline.
    /// - Throws: `StreamError` where the input or the output cannot be opened, or the pipeline was started before.
    @MainActor public func start() async throws -> StreamControl {
        let run = try claim(configuration.policy)
        run.run(try await opened(run))
        return run.control
    }

    private func prepare(_ stage: inout Stage, _ policy: SafeMediaPolicy) -> PipelineRun {
        if case .prepared(let run) = stage { return run }
        let run = PipelineRun(configuration, policy: policy)
        stage = .prepared(run)
        return run
    }

    private func claim(_ policy: SafeMediaPolicy) throws(StreamError) -> PipelineRun {
        try stage.withLock { stage throws(StreamError) in
            if case .started = stage { throw StreamError(.invalidConfiguration, "a pipeline runs once; make another") }
            let run = prepare(&stage, policy)
            guard run.policy == policy else {
                throw StreamError(
                    .invalidConfiguration,
                    "streamAnalyzer was asked for, with another policy; give that one to the configuration")
            }
            stage = .started(run.adapter)
            return run
        }
    }

    /// Opening blocks, so it has a thread of its own.
    private func opened(_ run: PipelineRun) async throws(StreamError) -> OpenedMedia {
        let result: Result<Handover, StreamError> = await withCheckedContinuation { continuation in
            let hasThread = PipelineThread.start("opening") {
                do throws(StreamError) {
                    continuation.resume(returning: .success(Handover(try run.open())))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if !hasThread { continuation.resume(returning: .failure(PipelineRun.noThread)) }
        }
        return try result.get().media
    }
}
