import SafeMediaFFmpeg
import SafeMediaFrames
import Synchronization

/// Runs one model's calls, one after the other, on a thread of their own: scales the picture for the model, asks it, and
/// reports what it said and how long that took.
///
/// A runner whose call hangs is given up: its thread is left behind, and what it says later is ignored.
final class ModelRunner: Sendable {
    typealias Report = @Sendable (SampleRequest, Result<FrameVerdict, any Error>, _ took: StreamTime) -> Void

    /// Whether a call is under way, and what becomes of it.
    private final class Call: Sendable {
        private struct State {
            var isUnderWay = false
            var isGivenUp = false
        }

        private let state = Mutex(State())

        /// - Returns: false when no call may begin any more.
        func begin() -> Bool {
            state.withLock { state in
                state.isUnderWay = !state.isGivenUp
                return state.isUnderWay
            }
        }

        /// - Returns: false when the call was given up meanwhile.
        func end() -> Bool {
            state.withLock { state in
                state.isUnderWay = false
                return !state.isGivenUp
            }
        }

        /// Gives up. `counting` is called where a call is under way, before it can end.
        func giveUp(counting: () -> Void) {
            state.withLock { state in
                if state.isUnderWay, !state.isGivenUp { counting() }
                state.isGivenUp = true
            }
        }
    }

    private let model: Int
    private let requests: AsyncStream<SampleRequest>.Continuation
    private let task: Task<Void, Never>
    private let call = Call()
    private let abandoned: AbandonedCalls

    /// - Parameter index: the model's place among the models.
    init(
        model: any FrameAnalyzing, index: Int, orientation: PictureOrientation, abandoned: AbandonedCalls,
        report: @escaping Report
    ) {
        let (stream, continuation) = AsyncStream<SampleRequest>.makeStream()
        requests = continuation
        self.model = index
        self.abandoned = abandoned
        let executor = ThreadExecutor(name: "model \(model.name)")
        task = Task(executorPreference: executor) { [call] in
            let wasGivenUp = await Self.run(
                model: model, orientation: orientation, requests: stream, call: call, report: report)
            if wasGivenUp { abandoned.returned(model: index) }
            executor.stop()
        }
    }

    /// - Returns: whether the last call was given up.
    @concurrent
    private static func run(
        model: any FrameAnalyzing, orientation: PictureOrientation, requests: AsyncStream<SampleRequest>, call: Call,
        report: Report
    ) async -> Bool {
        let scaler = FrameScaler()
        for await request in requests {
            guard call.begin() else { return false }
            let start = MonotonicClock.now
            let result: Result<FrameVerdict, any Error>
            do {
                let picture = try scaler.sample(
                    request.frame, format: model.sampleFormat, orientation: orientation, time: request.time)
                result = .success(try await model.analyze(picture))
            } catch {
                result = .failure(error)
            }
            guard call.end() else { return true }
            report(request, result, MonotonicClock.now - start)
        }
        return false
    }

    func submit(_ request: SampleRequest) {
        requests.yield(request)
    }

    /// Ends as soon as the call under way returns, if it ever does; that one is counted until then.
    func abandon() {
        call.giveUp { abandoned.gaveUp(model: model) }
        task.cancel()
        requests.finish()
    }
}
