import SafeMediaFrames
import SafeMediaStream
import StreamCommand
import Synchronization

/// A run that does nothing but remember what was asked of it.
final class FakeControl: RunControl {
    enum Call: Sendable, Hashable {
        case reveal(Int), conceal, open, stop
    }

    private struct State: Sendable {
        var calls: [Call] = []
        var refusal: ContinueRefusal?
        var status: StreamStatus
        var end: Result<StreamSummary, StreamError>?
        var waiting: [CheckedContinuation<StreamSummary, any Error>] = []
    }

    private let state: Mutex<State>

    init(refusal: ContinueRefusal? = nil, summary: StreamSummary = StreamSummary()) {
        let status = StreamStatus(
            summary: summary, isConcealed: false, closedBy: nil, isClosedByOperator: false, isStoppedByPolicy: false,
            isAnalysisAttached: true, holdBack: .zero)
        state = Mutex(State(refusal: refusal, status: status))
    }

    var calls: [Call] { state.withLock { $0.calls } }

    var status: StreamStatus { state.withLock { $0.status } }

    func setStatus(_ change: @Sendable (inout StreamStatus) -> Void) { state.withLock { change(&$0.status) } }

    func reveal(after decision: Int) throws(ContinueRefusal) {
        let refusal = state.withLock { state in
            state.calls.append(.reveal(decision))
            return state.refusal
        }
        if let refusal { throw refusal }
    }

    func conceal() { state.withLock { $0.calls.append(.conceal) } }
    func open() { state.withLock { $0.calls.append(.open) } }

    /// Ends the run as stopped.
    func stop() {
        state.withLock { $0.calls.append(.stop) }
        var summary = status.summary
        summary.outcome = .stopped
        end(.success(summary))
    }

    func end(_ result: Result<StreamSummary, StreamError>) {
        let waiting = state.withLock { state in
            state.end = result
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(with: result.mapError { $0 }) }
    }

    func waitForCompletion() async throws -> StreamSummary {
        try await withCheckedThrowingContinuation { continuation in
            let end = state.withLock { state in
                if state.end == nil { state.waiting.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(with: end.mapError { $0 }) }
        }
    }
}
