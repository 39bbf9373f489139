import SafeMediaFrames
import SafeMediaGate
import Synchronization

/// The counts of a run. Safe to use from any thread.
final class RunCounters: Sendable {
    private struct State {
        var summary = StreamSummary()
        var isConcealed = true
    }

    private let state = Mutex(State())
    /// How long each stage takes.
    let clock = StageClock()

    var summary: StreamSummary {
        var summary = state.withLock { $0.summary }
        summary.stages = clock.latencies
        return summary
    }

    /// Whether the frame released last was concealed.
    var isConcealed: Bool { state.withLock { $0.isConcealed } }

    func setDuration(_ duration: StreamTime?) {
        state.withLock { $0.summary.duration = duration }
    }

    func countSample() {
        state.withLock { $0.summary.samples += 1 }
    }

    func countDecision() {
        state.withLock { $0.summary.decisions += 1 }
    }

    /// A frame has left.
    func count(_ treatment: Treatment, at time: StreamTime) {
        state.withLock { state in
            state.summary.frames += 1
            state.summary.position = time
            state.isConcealed = !treatment.isShown
            switch treatment.picture {
            case .clear: break
            case .unverified: state.summary.unverified += 1
            case .concealed(let reason):
                state.summary.concealed += 1
                if reason == .late { state.summary.late += 1 }
                if reason == .damage { state.summary.damaged += 1 }
            }
        }
    }

    /// The final counts.
    func finish(_ outcome: StreamSummary.Outcome) -> StreamSummary {
        state.withLock { $0.summary.outcome = outcome }
        return summary
    }
}
