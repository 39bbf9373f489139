import SafeMediaFrames
import SafeMediaKit
import Synchronization

/// One call of a model, on a thread of its own, with a time-out: a call that hangs keeps its thread and nobody else.
final class ModelCall: Sendable {
    private typealias Answer = Result<FrameVerdict, any Error>

    private enum State {
        case fresh
        case waiting(CheckedContinuation<FrameVerdict, any Error>)
        case answered(Answer)
        case over
    }

    private let state = Mutex(State.fresh)
    private let model: Int
    private let abandoned: AbandonedCalls

    private init(model: Int, abandoned: AbandonedCalls) {
        self.model = model
        self.abandoned = abandoned
    }

    /// Asks the model.
    ///
    /// - Parameters:
    ///   - index: the model's place among the models.
    ///   - limit: how long the answer may take.
    /// - Throws: what the model throws, `SafeMediaError.analysisFailed` where it does not answer in time,
    ///   `CancellationError` when the task is cancelled.
    static func run(
        _ model: any FrameAnalyzing, index: Int, _ picture: SamplePicture, limit: StreamTime, abandoned: AbandonedCalls
    ) async throws -> FrameVerdict {
        let call = ModelCall(model: index, abandoned: abandoned)
        let executor = ThreadExecutor(name: "model \(model.name)")
        let work = Task(executorPreference: executor) {
            let answer: Answer
            do { answer = .success(try await model.analyze(picture)) } catch { answer = .failure(error) }
            call.finish(answer)
            executor.stop()
        }
        let timer = Task {
            try await Task.sleep(nanoseconds: UInt64(max(limit.nanoseconds, 0)))
            call.giveUp(SafeMediaError.analysisFailed("\(model.name) did not answer within \(limit.seconds) s"))
            work.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { call.wait($0) }
        } onCancel: {
            call.giveUp(CancellationError())
            work.cancel()
        }
    }

    private func wait(_ continuation: CheckedContinuation<FrameVerdict, any Error>) {
        let answer: Answer? = state.withLock { state in
            switch state {
            case .answered(let answer):
                state = .over
                return answer
            case .fresh, .waiting:
                state = .waiting(continuation)
                return nil
            case .over:
                return .failure(CancellationError())
            }
        }
        if let answer { continuation.resume(with: answer) }
    }

    private func finish(_ answer: Answer) {
        let waiting: CheckedContinuation<FrameVerdict, any Error>? = state.withLock { state in
            switch state {
            case .fresh:
                state = .answered(answer)
                return nil
            case .waiting(let continuation):
                state = .over
                return continuation
            case .answered:
                return nil
            case .over:
                abandoned.returned(model: model)
                return nil
            }
        }
        waiting?.resume(with: answer)
    }

    private func giveUp(_ error: any Error) {
        let waiting: CheckedContinuation<FrameVerdict, any Error>? = state.withLock { state in
            switch state {
            case .fresh:
                // Whoever is about to wait is told at once.
                abandoned.gaveUp(model: model)
                state = .over
                return nil
            case .waiting(let continuation):
                abandoned.gaveUp(model: model)
                state = .over
                return continuation
            case .answered, .over:
                return nil
            }
        }
        waiting?.resume(throwing: error)
    }
}
