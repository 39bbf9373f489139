import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// Drives a gate through a scenario with a model, an engine and people, under a clock of its own.
struct Simulation {
    /// What a run came to.
    struct Outcome {
        var treatments: [Treatment] = []
        var told: [GateEffect] = []
        var violations: [String] = []
    }

    let scenario: Scenario
    var gate: GateStateMachine
    var oracle: Oracle
    var random: SplitMix64
    var model = SimulatedModel()
    var engine = SimulatedEngine()
    var clock: ReferenceClock
    var outcome = Outcome()
    /// Nanoseconds of the monotonic clock.
    var now: Int64
    var admitted = 0
    private var nextAdmission: Int64 = 0
    var restartAt: Int64?
    var attempt = 0
    private var nextHand: Int64?
    private var handsLeft = 0
    var lastNumber = 0
    var latchNumbers: Set<Int> = []
    private var waitingSince: Int64 = 0

    /// What happened, where it is to be kept.
    var log: [String]?

    init(_ scenario: Scenario, seed: UInt64) {
        self.scenario = scenario
        gate = GateStateMachine(scenario.configuration)
        oracle = Oracle(scenario)
        random = SplitMix64(seed: seed)
        clock = ReferenceClock(scenario.configuration)
        now = scenario.frames.first?.arrival.nanoseconds ?? 0
        restartAt = now + random.milliseconds(0...300) * 1_000_000
        if scenario.hasHands {
            handsLeft = Int(random.milliseconds(1...14))
            nextHand = now
            planHand()
        }
    }

    mutating func run() -> Outcome {
        var steps = 0
        while !turn() {
            steps += 1
            if steps > 20_000 {
                oracle.report("no end")
                break
            }
            guard oracle.violations.isEmpty else { break }
            guard let next = nextMoment() else {
                oracle.report("stuck with \(gate.heldCount) frames of \(admitted), left \(oracle.left)")
                break
            }
            now = max(now, next)
        }
        if oracle.violations.isEmpty, oracle.left != scenario.frames.count { oracle.report("frames are missing") }
        outcome.violations = oracle.violations
        return outcome
    }

    mutating func note(_ event: String) {
        log?.append("\(now / 1_000_000) ms: \(event)")
    }

    private var wait: Int64?
    private var check: Int64?

    /// Everything that is due now; true when all has left.
    private mutating func turn() -> Bool {
        while let call = model.finished(now: now) { returned(call) }
        if let number = engine.settled(now: now) { settle(number) }
        check = gate.checkModel(now: StreamTime(nanoseconds: now))?.nanoseconds
        apply(isTimeout: true)
        if let time = restartAt, time <= now, !engine.hasNews { beginSession() }
        if let time = nextHand, time <= now {
            useHands()
            planHand()
        }
        admitDue()
        if engine.isStuck { oracle.report("the engine waits and is not continued") }
        check = gate.checkModel(now: StreamTime(nanoseconds: now))?.nanoseconds
        apply(isTimeout: true)
        return releaseAll()
    }

    private func nextMoment() -> Int64? {
        let restart = restartAt.map { engine.hasNews ? Int64.max : max($0, now) } ?? .max
        let moments = [
            model.nextEnd, engine.nextEnd, check, wait, restart, nextHand,
            admitted < scenario.frames.count && !gate.isFull ? admissionTime : nil,
        ]
        let next = moments.compactMap(\.self).min() ?? .max
        return next == .max ? nil : next
    }

    // MARK: Frames

    private var admissionTime: Int64 {
        scenario.isFile ? nextAdmission : scenario.frames[admitted].arrival.nanoseconds
    }

    private mutating func admitDue() {
        while admitted < scenario.frames.count, !gate.isFull, admissionTime <= now {
            var frame = scenario.frames[admitted]
            frame.arrival = StreamTime(nanoseconds: now)
            oracle.admit(frame)
            clock.admit(frame, now: now)
            if log != nil { note("frame \(admitted) \(frame)") }
            gate.admit(frame, now: StreamTime(nanoseconds: now))
            clock.didAdmit(frame, isFull: gate.isFull)
            if gate.heldCount > scenario.configuration.limits.frames { oracle.report("too many frames are held") }
            apply()
            admitted += 1
            nextAdmission = now + random.milliseconds(0...20) * 1_000_000
            if scenario.configuration.mode == .immediate { _ = releaseAll() }
        }
        if admitted == scenario.frames.count {
            gate.end(now: StreamTime(nanoseconds: now))
            apply()
        }
    }

    private mutating func releaseAll() -> Bool {
        while true {
            let holdBack = gate.holdBack
            switch gate.release(now: StreamTime(nanoseconds: now)) {
            case .frame(let index, let treatment):
                if let complaint = clock.release(index, now: now, holdBack: holdBack) { oracle.report(complaint) }
                if log != nil { note("frame \(index) leaves \(treatment)") }
                outcome.treatments.append(treatment)
                oracle.release(index, treatment)
                apply()
            case .wait(let time):
                wait = time?.nanoseconds
                apply()
                return false
            case .finished:
                return true
            }
        }
    }

    // MARK: Model and engine

    private mutating func returned(_ call: SimulatedModel.Call) {
        if !call.isAbandoned { waitingSince = now }
        if log != nil { note("session \(call.session): frame \(call.frame) is \(scenario.contents[call.frame])") }
        let time = StreamTime(nanoseconds: now)
        switch scenario.contents[call.frame] {
        case .says(let verdict):
            oracle.resolve(call.frame, session: call.session, as: .answered(verdict.verdict))
            gate.answer(
                frame: call.frame, session: call.session, verdict: verdict,
                inference: StreamTime(nanoseconds: now - call.begin), now: time)
        case .throwsError, .hangs:
            oracle.resolve(call.frame, session: call.session, as: .failed(isHung: false))
            gate.fail(frame: call.frame, session: call.session, now: time)
        }
        apply()
    }

    mutating func settle(_ number: Int) {
        if log != nil { note("settled \(number)") }
        oracle.settle(number)
        gate.settle(number, now: StreamTime(nanoseconds: now))
        apply(isTimeout: true)
    }

    /// nil for a call that never returns.
    private mutating func duration(of frame: Int) -> Int64? {
        if scenario.contents[frame] == .hangs { return nil }
        if scenario.isFile { return random.milliseconds(1...300) * 1_000_000 }
        return random.milliseconds(random.chance(3) ? 100...3000 : 5...150) * 1_000_000
    }

    /// Does what the gate asks for. `isTimeout` says that calls may be given up for having hung.
    mutating func apply(isTimeout: Bool = false, byHand: Bool = false) {
        for effect in gate.takeEffects() {
            if log != nil { note("\(effect)") }
            switch effect {
            case .handOver(let frame, let session):
                if model.current == nil { waitingSince = now }
                oracle.handOver(frame, session: session)
                model.handOver(frame, session: session)
            case .abandon(let session):
                let limit = scenario.configuration.analysisTimeout.nanoseconds
                if isTimeout, !byHand, let call = model.current, now - waitingSince >= limit {
                    oracle.resolve(call.frame, session: call.session, as: .failed(isHung: true))
                }
                oracle.abandon(session)
                model.abandon(session)
            case .yield(let number, let verdict, let time):
                tell(effect, number, at: time)
                let action = Judgement.action(verdict.verdict, scenario.configuration.policy)
                if gate.closedBy == number { latchNumbers.insert(number) }
                engine.yield(SimulatedEngine.Item(number: number, effect: Self.effect(of: action)))
            case .fail(let number, let time):
                tell(effect, number, at: time)
                oracle.endSession()
                engine.yield(
                    SimulatedEngine.Item(
                        number: number, effect: Self.effect(of: scenario.configuration.policy.failureAction)))
            case .restart(let delay):
                if restartAt != nil { oracle.report("restarted twice") }
                restartAt = now + delay.nanoseconds + random.milliseconds(0...50) * 1_000_000
            case .continueEngine(let number):
                outcome.told.append(effect)
                latchNumbers.remove(number)
                engine.continueAfter(number)
            case .concealed, .resumed, .unverified, .late, .damage:
                break
            }
        }
        if let frame = model.next { model.begin(now: now, duration: duration(of: frame)) }
        engine.begin(now: now, duration: random.milliseconds(0...120) * 1_000_000)
        if (gate.closedBy != nil) != (oracle.judgement().latch != nil), !gate.isStopped {
            oracle.report("latch: \(gate.closedBy ?? 0), expected \(String(describing: oracle.judgement().latch))")
        }
    }

    private mutating func tell(_ effect: GateEffect, _ number: Int, at time: StreamTime) {
        outcome.told.append(effect)
        if number <= lastNumber { oracle.report("decision \(number) after \(lastNumber)") }
        lastNumber = number
        if !latchNumbers.isEmpty { oracle.report("decision \(number) while latched by \(latchNumbers)") }
        if case .absent = engine.state { oracle.report("decision \(number) without a session") }
        oracle.yield(number, at: time, wasLatched: false)
    }

    static func effect(of action: SafeMediaAction) -> SimulatedEngine.Effect {
        switch action {
        case .allow, .muteAudio: .goesOn
        case .blur, .blurWithReveal: .waits
        case .block, .interruptVideo: .ends
        }
    }

    private mutating func planHand() {
        handsLeft -= 1
        nextHand = handsLeft < 0 ? nil : now + random.milliseconds(0...400) * 1_000_000
    }
}
