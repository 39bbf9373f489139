import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// Plays frames through a gate with a model that answers at once, and keeps what comes out.
struct GateDriver {
    /// What the model does with a frame.
    enum Said {
        case verdict(FrameVerdict)
        case error
        case silence
    }

    var gate: GateStateMachine
    var said: (Int) -> Said
    /// The monotonic clock.
    var now = StreamTime.zero
    var treatments: [Treatment] = []
    var effects: [GateEffect] = []
    /// Whether handlers return, and sessions begin again, by themselves.
    var settles = true
    var restarts = true
    private(set) var admitted = 0
    private var session = 0
    private var asked: [GateEffect] = []

    init(
        _ policy: SafeMediaPolicy = .teenMessaging, mode: GateConfiguration.Mode = .file, interval: Int64 = 200,
        resumesAfter: StreamTime? = nil, timeout: Int64 = 2000,
        limits: GateConfiguration.Limits = .standard, attaches: Bool = true,
        said: @escaping (Int) -> Said = { _ in .verdict(.safe) }
    ) {
        gate = GateStateMachine(
            GateConfiguration(
                policy: policy, mode: mode, sampleInterval: ms(interval), resumesAfter: resumesAfter,
                analysisTimeout: ms(timeout), limits: limits))
        self.said = said
        if attaches { attach() }
    }

    // MARK: Doing

    mutating func attach() {
        gate.attach(now: now)
        follow()
    }

    mutating func detach() {
        gate.detach()
        follow()
    }

    mutating func answer(_ frame: Int, _ verdict: FrameVerdict, session: Int? = nil, inference: Int64 = 0) {
        gate.answer(
            frame: frame, session: session ?? self.session, verdict: verdict, inference: ms(inference), now: now)
        follow()
    }

    mutating func fail(_ frame: Int) {
        gate.fail(frame: frame, session: session, now: now)
        follow()
    }

    mutating func settle(_ number: Int) {
        gate.settle(number, now: now)
        follow()
    }

    mutating func proceed(after number: Int, by continuer: GateStateMachine.Continuer = .app) throws {
        try gate.continueStream(after: number, by: continuer, now: now)
        follow()
    }

    /// Admits one frame 40 ms after the one before, or as described, and lets leave what may.
    mutating func admit(_ frame: GateFrame? = nil) {
        let frame = frame ?? GateFrame(time: ms(Int64(admitted) * 40))
        var arriving = frame
        arriving.arrival = max(now, frame.time)
        now = arriving.arrival
        gate.admit(arriving, now: now)
        admitted += 1
        if gate.configuration.mode == .immediate { release() }
        follow()
        release()
    }

    mutating func admit(count: Int) {
        for _ in 0..<count { admit() }
    }

    mutating func admit(_ frames: [GateFrame]) {
        for frame in frames { admit(frame) }
    }

    /// Ends the input and lets everything leave.
    mutating func finish() {
        gate.end(now: now)
        follow()
        for _ in 0..<10_000 {
            guard let next = release() else { return }
            now = max(now, next)
        }
    }

    /// Lets leave what may.
    ///
    /// - Returns: when to ask again.
    @discardableResult
    mutating func release() -> StreamTime? {
        while true {
            let answer = gate.release(now: now)
            follow()
            switch answer {
            case .frame(_, let treatment): treatments.append(treatment)
            case .wait(let time): return time
            case .finished: return nil
            }
        }
    }

    /// Lets time pass without new frames.
    mutating func wait(until time: StreamTime) {
        now = max(now, time)
        gate.checkModel(now: now)
        follow()
        release()
    }

    mutating func checkModel(at time: StreamTime) {
        now = max(now, time)
        gate.checkModel(now: now)
        follow()
    }

    /// Does what the gate asks for, until it asks for nothing.
    mutating func follow() {
        asked += gate.takeEffects()
        while !asked.isEmpty {
            let effect = asked.removeFirst()
            effects.append(effect)
            switch effect {
            case .handOver(let frame, let number):
                session = number
                switch said(frame) {
                case .verdict(let verdict):
                    gate.answer(frame: frame, session: number, verdict: verdict, inference: .zero, now: now)
                case .error: gate.fail(frame: frame, session: number, now: now)
                case .silence: break
                }
            case .yield(let number, _, _), .fail(let number, _):
                if settles { gate.settle(number, now: now) }
            case .restart:
                if restarts { gate.attach(now: now) }
            default:
                break
            }
            asked += gate.takeEffects()
        }
    }

    // MARK: What came of it

    /// One letter a frame: C clear, U unverified; concealed: u uncovered, d decision, s stopped, o operator, l late,
    /// x damage, n no analysis.
    var picture: String {
        treatments.map { treatment in
            switch treatment.picture {
            case .clear: "C"
            case .unverified: "U"
            case .concealed(.uncovered): "u"
            case .concealed(.decision): "d"
            case .concealed(.stopped): "s"
            case .concealed(.operatorLatch): "o"
            case .concealed(.late): "l"
            case .concealed(.damage): "x"
            case .concealed(.noAnalysis): "n"
            }
        }.joined()
    }

    /// One letter a frame: m muted, a audible.
    var sound: String { treatments.map { $0.isMuted ? "m" : "a" }.joined() }

    var sampled: [Int] {
        effects.compactMap { effect in
            if case .handOver(let frame, _) = effect { return frame }
            return nil
        }
    }

    var yielded: [FrameVerdict] {
        effects.compactMap { effect in
            if case .yield(_, let verdict, _) = effect { return verdict }
            return nil
        }
    }

    var decisions: [Int] {
        effects.compactMap { effect in
            switch effect {
            case .yield(let number, _, _), .fail(let number, _): number
            default: nil
            }
        }
    }

    var continued: [Int] {
        effects.compactMap { effect in
            if case .continueEngine(let number) = effect { return number }
            return nil
        }
    }

    var restartDelays: [StreamTime] {
        effects.compactMap { effect in
            if case .restart(let delay) = effect { return delay }
            return nil
        }
    }
}

extension String {
    /// The letter so many times.
    static func * (letter: String, count: Int) -> String { String(repeating: letter, count: count) }
}
