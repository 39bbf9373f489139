import SafeMediaFrames
import SafeMediaGate

/// Carries out what the gate asks for, in its order: samples to the analyzer, verdicts to the engine, events to whoever
/// watches. Nothing here blocks.
struct SignalRouter: Sendable {
    let analyzer: StreamAnalyzer
    let outlet: VerdictOutlet
    let adapter: EngineAdapter
    let counters: RunCounters
    let events: EventFeed

    func route(_ signal: GateSignal) {
        switch signal {
        case .sample(let request):
            counters.countSample()
            analyzer.judge(request)
        case .effect(let effect):
            route(effect)
        }
    }

    private func route(_ effect: GateEffect) {
        switch effect {
        case .handOver(let frame, let session):
            // Its picture has left already, so there is nothing to judge any more.
            analyzer.reject(frame: frame, session: session)
        case .yield(let number, let verdict, let time):
            counters.countDecision()
            outlet.hand(number: number, verdict: verdict, time: time)
        case .fail(let number, let time):
            counters.countDecision()
            outlet.hand(number: number, verdict: nil, time: time)
        case .abandon(let session):
            analyzer.abandon(session: session)
        case .restart(let delay):
            Task { @MainActor in adapter.restart(after: delay) }
        case .continueEngine(let number):
            Task { @MainActor in adapter.continueEngine(after: number) }
        case .concealed(let time, let reason, let decision):
            events.post(.concealed(at: time, reason: ConcealmentReason(reason), decision: decision))
        case .resumed(let time):
            events.post(.resumed(at: time))
        case .unverified(let time):
            events.post(.unverified(at: time))
        case .late(let time):
            events.postLate(at: time)
        case .damage(let time):
            events.post(.damage(at: time, message: "pictures that the decoder had to guess are concealed"))
        }
    }
}

extension ConcealmentReason {
    init(_ reason: Treatment.Reason) {
        switch reason {
        case .uncovered: self = .uncovered
        case .decision: self = .decision
        case .stopped: self = .stopped
        case .operatorLatch: self = .operatorLatch
        case .late: self = .late
        case .damage: self = .damage
        case .noAnalysis: self = .noAnalysis
        }
    }
}
