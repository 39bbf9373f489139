import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Synchronization

/// The parts of one run and how they are joined: the reading thread, the gate, the analyzer, the engine's adapter, and the
/// writing thread.
final class PipelineRun: Sendable {
    let configuration: StreamConfiguration
    let policy: SafeMediaPolicy
    let gate: StreamGate
    let adapter: EngineAdapter
    let completion = RunCompletion()
    let control: StreamControl

    private let isLive: Bool
    private let events: EventFeed
    private let counters = RunCounters()
    private let board: DecisionBoard
    private let outlet = VerdictOutlet()
    private let analyzer: StreamAnalyzer
    private let inputInterrupt = Interrupt()
    private let outputDeadline: OutputDeadline
    private let readingFailure = Mutex<StreamError?>(nil)
    private let mainActor: MainActorWatch

    /// How long the end waits for the main actor to end the session.
    private static let farewell = StreamTime(nanoseconds: 400_000_000)

    init(_ configuration: StreamConfiguration, policy: SafeMediaPolicy) {
        self.configuration = configuration
        self.policy = policy
        isLive = configuration.resolvedIsLive
        events = EventFeed(configuration.observer)
        board = DecisionBoard(configuration.concealment)
        outputDeadline = OutputDeadline(timeout: configuration.timeout)
        gate = StreamGate(configuration.gateConfiguration(policy: policy))
        mainActor = MainActorWatch(limit: configuration.resolvedAnalysisTimeout)
        analyzer = StreamAnalyzer(
            models: configuration.analyzers, gate: gate, events: events, clock: counters.clock)
        adapter = EngineAdapter(
            gate: gate, analyzer: analyzer, outlet: outlet, board: board, policy: policy, counters: counters,
            events: events)
        control = StreamControl(
            gate: gate, board: board, counters: counters, completion: completion,
            ending: { [gate, inputInterrupt, outputDeadline] in
                gate.end(.stopped)
                inputInterrupt.cancel()
                outputDeadline.hurry()
            })
        let router = SignalRouter(
            analyzer: analyzer, outlet: outlet, adapter: adapter, counters: counters, events: events)
        gate.connect { router.route($0) }
    }

    deinit {
        // Where it never ran.
        analyzer.close()
        gate.disconnect()
    }

    // MARK: Opening

    /// Opens input and output. Blocks.
    func open() throws(StreamError) -> OpenedMedia {
        do {
            return try openMedia()
        } catch {
            giveUp(error)
            throw error
        }
    }

    /// Nothing will run.
    func giveUp(_ error: StreamError) {
        if case .frames(let feed) = configuration.input { feed.close() }
        _ = counters.finish(.failed)
        end(.failure(error))
    }

    private func openMedia() throws(StreamError) -> OpenedMedia {
        let input: OpenedMedia.Source
        switch configuration.input {
        case .frames(let feed):
            input = .feed(feed)
        case .path, .rawPath, .url, .standardInput:
            guard let source = configuration.inputSource else {
                throw StreamError(.invalidConfiguration, "the input names nothing to open")
            }
            input = .media(
                try MediaInput.open(source, configuration: configuration, isLive: isLive, interrupt: inputInterrupt))
        }
        return OpenedMedia(source: input, destination: try openDestination(for: input))
    }

    private func openDestination(for input: OpenedMedia.Source) throws(StreamError) -> any PictureDestination {
        let gate = gate
        let used: (Int) -> Void = { gate.didUse(packetBytes: $0) }
        guard let target = configuration.outputTarget else {
            guard case .sink(let sink) = configuration.output else {
                throw StreamError(.invalidConfiguration, "the output names nothing to open")
            }
            return SinkDestination(sink: sink, clock: counters.clock, used: used)
        }
        let planner = OutputPlanner(configuration: configuration, isLive: isLive)
        let plan: OutputPlan
        switch input {
        case .feed(let feed):
            plan = try planner.plan(
                target: target, streams: [], video: nil, frameRate: feed.frameRate, chapters: [], metadata: [:])
        case .media(let media):
            plan = try planner.plan(
                target: target, streams: media.demuxer.streams, video: media.video,
                frameRate: media.video.plausibleFrameRate, chapters: media.demuxer.chapters,
                metadata: media.demuxer.metadata)
            counters.setDuration(isLive ? nil : media.demuxer.duration)
        }
        for notice in plan.notices { events.notice(notice) }
        do {
            return try MediaOutput(
                plan: plan, target: target, configuration: configuration, deadline: outputDeadline,
                clock: counters.clock,
                used: used)
        } catch {
            throw StreamError(opening: error, to: target)
        }
    }

    // MARK: Running

    /// Starts the two threads.
    func run(_ media: sending OpenedMedia) {
        let handover = Handover(media)
        switch media.source {
        case .media(let input): analyzer.begin(orientation: input.video.orientation)
        case .feed: break
        }
        if configuration.holdBack == .immediate, isLive {
            events.notice("immediate: what is sensitive can be seen until it is detected")
        }
        guard PipelineThread.start("writer", { self.write(handover) }) else {
            analyzer.close()
            gate.disconnect()
            return completion.finish(.failure(Self.noThread))
        }
        if !PipelineThread.start("reader", { self.read(handover) }) { gate.end(.failed(Self.noThread)) }
    }

    static let noThread = StreamError(.input, "the system gives this process no further thread; end others first")

    private func read(_ handover: Handover) {
        switch handover.media.source {
        case .feed(let feed):
            let reader = FeedReader(feed: feed, gate: gate)
            reader.run()
            if reader.frameCount == 0, !gate.isEnding {
                fail(StreamError(.noVideo, "no frame was pushed; push at least one before finish()"))
            }
        case .media(let input):
            let tracks = Set(input.demuxer.streams.map(\.index)).subtracting([input.video.index])
            let reader = MediaReader(
                demuxer: input.demuxer, decoder: input.decoder, video: input.video, tracks: tracks, isLive: isLive,
                gate: gate, interrupt: inputInterrupt, timeout: configuration.timeout, events: events,
                clock: counters.clock)
            do {
                try reader.run()
                if reader.frameCount == 0, !gate.isEnding {
                    fail(StreamError(.noVideo, "the input's video gave no picture that can be decoded"))
                }
            } catch {
                if !gate.isEnding { fail(StreamError(reading: error)) }
            }
        }
        gate.finishReading()
    }

    /// Reading failed. What was read is still judged and written.
    private func fail(_ error: StreamError) {
        readingFailure.withLock { $0 = error }
    }

    private func write(_ handover: Handover) {
        let destination = handover.media.destination
        let writer = OutputWriter(
            gate: gate, board: board, counters: counters, events: events, interrupt: configuration.interrupt,
            destination: destination, handlerPatience: configuration.resolvedAnalysisTimeout,
            watchdog: { [self] in unservedMainActor(now: $0) })
        let outcome: RunCompletion.Outcome
        do {
            let result = try writer.run()
            if let error = readingFailure.withLock({ $0 }) {
                _ = counters.finish(.failed)
                outcome = .failure(error)
            } else {
                outcome = .success(counters.finish(result))
            }
        } catch {
            destination.abandon()
            _ = counters.finish(.failed)
            outcome = .failure(StreamError(writing: error))
        }
        end(outcome, handover)
    }

    /// Something waits for the main actor, and nobody has run it for too long.
    private func unservedMainActor(now: StreamTime) -> StreamError? {
        guard gate.look({ $0.hasUnsettledDecisions || $0.isAwaitingSession }) else { return nil }
        if board.handling != nil {
            mainActor.isServed(now: now)
            return nil
        }
        guard mainActor.isUnserved(now: now) else { return nil }
        return StreamError(
            .mainActorNotServed,
            "the main actor was given no turn for \(configuration.resolvedAnalysisTimeout.seconds) s; an app with a main loop of its own must run the main queue"
        )
    }

    private func end(_ outcome: RunCompletion.Outcome, _ handover: Handover) {
        if case .feed(let feed) = handover.media.source { feed.close() }
        end(outcome)
    }

    /// Lets go of everything. Blocks for a moment where the main actor is busy.
    private func end(_ outcome: RunCompletion.Outcome) {
        gate.end(.stopped)
        inputInterrupt.cancel()
        analyzer.close()
        // Whoever waits for the end finds the session ended, unless nobody runs the main actor.
        let isSessionOver = Monitor(false)
        Task { @MainActor in
            adapter.finish()
            isSessionOver.withLock { $0 = true }
        }
        let limit = MonotonicClock.now + Self.farewell
        isSessionOver.waiting { isOver in
            isOver || MonotonicClock.now >= limit ? .done(()) : .wait(until: limit)
        }
        events.finish(counters.summary)
        gate.disconnect()
        completion.finish(outcome)
    }
}

/// What was opened, on its way to the two threads.
struct OpenedMedia {
    enum Source {
        case media(MediaInput)
        case feed(FrameFeed)
    }

    let source: Source
    let destination: any PictureDestination
}

/// Carries what was opened to the threads that use it.
// Invariant: the source is used by the reading thread alone and the destination by the writing thread alone.
final class Handover: @unchecked Sendable {
    let media: OpenedMedia

    init(_ media: OpenedMedia) {
        self.media = media
    }
}
