import SafeMediaFFmpeg
import SafeMediaFrames
import Synchronization

/// Runs one model's calls, one after the other, on a thread of their own: scales the picture for the model, asks it, and
/// reports what it said and how long that took.
///
/// A runner whose call hangs is given up: its thread is left behind, and what it says later is ignored.
final class ModelRunner: Sendable {
    typealias Report = @Sendable (SampleRequest, Result<FrameVerdict, any Error>, _ took: StreamTime) -> Void

    private let requests: AsyncStream<SampleRequest>.Continuation
    private let task: Task<Void, Never>
    /// Whether a call is under way.
    private let isBusyFlag: BusyFlag

    private final class BusyFlag: Sendable {
        let value = Atomic<Bool>(false)
    }

    /// - Parameter ended: called when the runner's thread has nothing more to do, after `close()` or `abandon()`.
    init(
        model: any FrameAnalyzing, orientation: PictureOrientation, report: @escaping Report,
        ended: @escaping @Sendable () -> Void
    ) {
        let (stream, continuation) = AsyncStream<SampleRequest>.makeStream()
        requests = continuation
        let executor = ThreadExecutor(name: "model \(model.name)")
        let busy = BusyFlag()
        isBusyFlag = busy
        task = Task(executorPreference: executor) {
            await Self.run(model: model, orientation: orientation, requests: stream, busy: busy, report: report)
            executor.stop()
            ended()
        }
    }

    @concurrent
    private static func run(
        model: any FrameAnalyzing, orientation: PictureOrientation, requests: AsyncStream<SampleRequest>, busy: BusyFlag,
        report: Report
    ) async {
        let scaler = FrameScaler()
        for await request in requests {
            if Task.isCancelled { return }
            busy.value.store(true, ordering: .relaxed)
            let start = MonotonicClock.now
            let result: Result<FrameVerdict, any Error>
            do {
                let picture = try scaler.sample(
                    request.frame, format: model.sampleFormat, orientation: orientation, time: request.time)
                result = .success(try await model.analyze(picture))
            } catch {
                result = .failure(error)
            }
            busy.value.store(false, ordering: .relaxed)
            if Task.isCancelled { return }
            report(request, result, MonotonicClock.now - start)
        }
    }

    /// Whether a call is under way.
    var isBusy: Bool { isBusyFlag.value.load(ordering: .relaxed) }

    func submit(_ request: SampleRequest) {
        requests.yield(request)
    }

    /// Ends after what was submitted.
    func close() {
        requests.finish()
    }

    /// Ends as soon as the call under way returns, if it ever does.
    func abandon() {
        task.cancel()
        requests.finish()
    }
}
