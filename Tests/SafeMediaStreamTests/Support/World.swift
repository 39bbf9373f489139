import Glibc
import SafeMediaFrames
import SafeMediaKit
import Synchronization

@testable import SafeMediaStream

/// A pipeline between a feed and a sink, with what its handler and its observer were told.
@MainActor
final class World {
    let feed: FrameFeed
    let sink: RecordingSink
    let pipeline: StreamPipeline
    let observed: Observed
    private let model: ScriptedModel?
    private(set) var events: [SafeMediaStreamEvent] = []
    private(set) var control: StreamControl?
    /// What the app does in the handler of each decision, with the decision's number and the pipeline's control.
    var onDecision: (@MainActor (SafeMediaDecision, Int) -> Void)?

    /// What the observer was told.
    final class Observed: Sendable {
        private let list = Mutex<[StreamEvent]>([])
        let onEvent: Mutex<(@Sendable (StreamEvent) -> Void)?> = Mutex(nil)

        func append(_ event: StreamEvent) {
            list.withLock { $0.append(event) }
            onEvent.withLock { $0 }?(event)
        }

        var events: [StreamEvent] { list.withLock { $0 } }
        var decisions: [StreamDecision] {
            events.compactMap { event in
                if case .decision(let decision) = event { decision } else { nil }
            }
        }
    }

    init(
        _ models: [any FrameAnalyzing], sink: RecordingSink = RecordingSink(), isLive: Bool? = false,
        configure: (inout StreamConfiguration) -> Void = { _ in }
    ) throws {
        feed = try TestPicture.makeFeed()
        self.sink = sink
        observed = Observed()
        model = models.first as? ScriptedModel
        var configuration = StreamConfiguration(input: .frames(feed), output: .sink(sink), analyzers: models)
        configuration.isLive = isLive
        configuration.sampleInterval = .everyFrame
        configuration.observer = { [observed] in observed.append($0) }
        configure(&configuration)
        pipeline = try StreamPipeline(configuration)
    }

    convenience init(
        sink: RecordingSink = RecordingSink(), isLive: Bool? = false,
        configure: (inout StreamConfiguration) -> Void = { _ in },
        _ script: @escaping @Sendable (Int) async throws -> ScriptedModel.Answer
    ) throws {
        try self.init([ScriptedModel(script)], sink: sink, isLive: isLive, configure: configure)
    }

    /// Starts with an engine of the pipeline's.
    @discardableResult
    func start(_ policy: SafeMediaPolicy = .teenMessaging) async throws -> StreamControl {
        let control = try await pipeline.start(policy: policy) { self.apply($0) }
        self.control = control
        return control
    }

    /// What a handler does.
    func apply(_ event: SafeMediaStreamEvent) {
        events.append(event)
        guard case .decision(let decision) = event else { return }
        onDecision?(decision, decisions.count)
    }

    /// Pushes frames from a thread of their own, and ends the feed unless told otherwise.
    nonisolated func push(_ range: Range<Int>, finishing: Bool = true) {
        let feed = feed
        PipelineThread.start("pusher") {
            for index in range {
                guard
                    (try? feed.push(at: TestPicture.time(index), filling: { TestPicture.draw(index, into: $0) }))
                        == true
                else { return }
            }
            if finishing { feed.finish() }
        }
    }

    /// Pushes frames one by one, each when the model has answered for the one before: live input whose model keeps up.
    nonisolated func pushPaced(_ range: Range<Int>, _ control: StreamControl, finishing: Bool = true) {
        let feed = feed
        let model = model
        PipelineThread.start("pusher") {
            for index in range {
                let before = model?.answered ?? 0
                guard
                    (try? feed.push(at: TestPicture.time(index), filling: { TestPicture.draw(index, into: $0) }))
                        == true
                else { return }
                while model?.answered == before, control.status.summary.outcome == .running { usleep(500) }
            }
            if finishing { feed.finish() }
        }
    }

    /// Starts, pushes this many frames, and waits for the end.
    @discardableResult
    func run(_ count: Int, _ policy: SafeMediaPolicy = .teenMessaging) async throws -> StreamSummary {
        let control = try await start(policy)
        push(0..<count)
        return try await control.waitForCompletion()
    }

    var decisions: [SafeMediaDecision] {
        events.compactMap { event in
            if case .decision(let decision) = event { decision } else { nil }
        }
    }
}

extension SafeMediaPolicy {
    /// Sensitive is blurred and cannot be revealed; failures are blurred.
    static let noReveal = SafeMediaPolicy(
        sensitiveAction: .blur, unknownAction: .blur, unavailableAction: .blur, failureAction: .blur,
        allowReveal: false, allowReport: false)
}
