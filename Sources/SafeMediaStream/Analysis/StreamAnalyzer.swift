import SafeMediaAnalyzers
import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// Takes samples from the decode loop, has every model judge them, and tells the gate, which closes by itself before the
/// engine hears of it. Runs on a thread of its own.
actor StreamAnalyzer {
    /// One sample, and what the models have said of it so far.
    private struct Gathering {
        var verdicts: [Int: FrameVerdict] = [:]
        var took = StreamTime.zero
    }

    private enum Command: Sendable {
        case begin(PictureOrientation)
        case judge(SampleRequest)
        case reject(frame: Int, session: Int)
        case report(model: Int, SampleRequest, Result<FrameVerdict, any Error>, took: StreamTime)
        case abandon(session: Int)
        case close
    }

    private nonisolated let executor: ThreadExecutor
    private nonisolated let commands: AsyncStream<Command>.Continuation
    private let models: [any FrameAnalyzing]
    private let gate: StreamGate
    private let events: EventFeed
    private let clock: StageClock

    private var orientation = PictureOrientation.upright
    private var runners: [ModelRunner] = []
    private var gatherings: [Int: Gathering] = [:]
    /// Samples of sessions up to this one are no longer wanted.
    private var abandonedSession = 0
    private var saidFailures: Set<String> = []
    private nonisolated let abandoned = AbandonedCalls()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(models: [any FrameAnalyzing], gate: StreamGate, events: EventFeed, clock: StageClock) {
        self.models = models
        self.clock = clock
        self.gate = gate
        self.events = events
        executor = ThreadExecutor(name: "analyzer")
        let (stream, continuation) = AsyncStream<Command>.makeStream()
        commands = continuation
        Task { await self.run(stream) }
    }

    // MARK: From any thread

    /// Tells how pictures must be turned to be upright. Call before the first sample.
    nonisolated func begin(orientation: PictureOrientation) {
        commands.yield(.begin(orientation))
    }

    /// Has a picture judged.
    nonisolated func judge(_ request: SampleRequest) {
        commands.yield(.judge(request))
    }

    /// Answers for a sample whose picture is gone: it failed.
    nonisolated func reject(frame: Int, session: Int) {
        commands.yield(.reject(frame: frame, session: session))
    }

    /// Gives up calls of this session and before.
    nonisolated func abandon(session: Int) {
        commands.yield(.abandon(session: session))
    }

    /// Lets the threads end.
    nonisolated func close() {
        commands.yield(.close)
        commands.finish()
    }

    /// Whether a further session may begin: at most two hung calls are left behind at a time.
    nonisolated var canBegin: Bool { abandoned.count < AbandonedCalls.limit }

    /// The models' availability: the first that is not available decides.
    nonisolated func availability() async -> SafeMediaAvailability {
        await ModelAvailability.ask(models) { [events] in events.notice($0) }
    }

    // MARK: On the analyzer's thread

    private func run(_ stream: AsyncStream<Command>) async {
        for await command in stream {
            switch command {
            case .begin(let orientation): self.orientation = orientation
            case .judge(let request): submit(request)
            case .reject(let frame, let session):
                gate.perform { $0.fail(frame: frame, session: session, now: MonotonicClock.now) }
            case .report(let model, let request, let result, let took): gather(model, request, result, took)
            case .abandon(let session): giveUp(session)
            case .close: closeRunners()
            }
        }
        executor.stop()
    }

    private func submit(_ request: SampleRequest) {
        guard request.session > abandonedSession else { return }
        if runners.isEmpty { runners = models.indices.map(makeRunner) }
        gatherings[request.index] = Gathering()
        for runner in runners { runner.submit(request) }
    }

    private func makeRunner(_ model: Int) -> ModelRunner {
        let commands = commands
        return ModelRunner(
            model: models[model], index: model, orientation: orientation, abandoned: abandoned,
            report: { request, result, took in
                commands.yield(.report(model: model, request, result, took: took))
            })
    }

    private func gather(
        _ model: Int, _ request: SampleRequest, _ result: Result<FrameVerdict, any Error>, _ took: StreamTime
    ) {
        guard request.session > abandonedSession, var gathering = gatherings[request.index] else { return }
        switch result {
        case .success(let verdict):
            gathering.verdicts[model] = verdict
            gathering.took = max(gathering.took, took)
            guard gathering.verdicts.count == models.count else {
                gatherings[request.index] = gathering
                return
            }
            gatherings[request.index] = nil
            clock.record(.analyze, gathering.took)
            let verdict = strictest(
                models.indices.compactMap { index in
                    gathering.verdicts[index].map { (models[index].name, $0) }
                })
            gate.perform { machine in
                machine.answer(
                    frame: request.index, session: request.session, verdict: verdict, inference: gathering.took,
                    now: MonotonicClock.now)
            }
        case .failure(let error):
            gatherings[request.index] = nil
            sayOnce("\(models[model].name) failed on a frame: \(error)")
            gate.perform { machine in
                machine.fail(frame: request.index, session: request.session, now: MonotonicClock.now)
            }
        }
    }

    private func sayOnce(_ text: String) {
        // The first of each kind; a model may fail on every frame.
        guard saidFailures.count < 8, saidFailures.insert(text).inserted else { return }
        events.notice(text)
    }

    private func giveUp(_ session: Int) {
        abandonedSession = max(abandonedSession, session)
        gatherings.removeAll()
        closeRunners()
    }

    private func closeRunners() {
        for runner in runners { runner.abandon() }
        runners = []
    }
}
