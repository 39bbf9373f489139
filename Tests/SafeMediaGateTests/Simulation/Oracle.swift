import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// Says what a gate may do, from what goes in and out of it alone: no code of the gate's is used, and everything is
/// derived anew from the whole history.
struct Oracle {
    struct Sample {
        enum Outcome {
            case answered(SafeMediaVerdict)
            case failed(isHung: Bool)
        }

        let frame: Int
        var session: Int
        var outcome: Outcome?
        /// Frames that had left when the outcome came.
        var leftBefore = 0
        var isOut = true
        var isDropped = false
        var wasJudged = false
    }

    /// A continue that was accepted.
    struct Opening {
        let from: Int
        let reveals: Bool
        /// The frame judged last by then.
        let judged: Int
    }

    let scenario: Scenario
    var policy: SafeMediaPolicy { scenario.configuration.policy }
    private(set) var frames: [GateFrame] = []
    private(set) var samples: [Sample] = []
    /// By the frame of the sample that closed the latch.
    private var openings: [Int: Opening] = [:]
    /// Nothing is concluded across these: the frame judged last before each.
    private var breaks: Set<Int> = []
    /// Times without analysis that no sample began, by the frame judged last before.
    private var outages: [Int: SafeMediaAction] = [:]
    /// Decisions whose handler has not returned, with the frame judged last before.
    private var unsettled: [Int: Int] = [:]
    private var isOperatorClosed = false
    private var isAttached = false
    private(set) var left = 0
    private var lastDoubt = 0
    private var wasDamaged = false
    private(set) var violations: [String] = []
    private var cached: Judgement?

    init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    mutating func report(_ violation: String) {
        violations.append(violation)
    }

    // MARK: What goes in

    mutating func admit(_ frame: GateFrame) {
        if frame.startsAnew || frame.isDamaged || wasDamaged { lastDoubt = frames.count }
        wasDamaged = frame.isDamaged
        frames.append(frame)
    }

    mutating func handOver(_ frame: Int, session: Int) {
        if frames[frame].isDamaged { report("damaged frame \(frame) was sampled") }
        if !scenario.isFile {
            if samples.contains(where: { $0.isOut }) { report("two samples with the model") }
            for index in samples.indices where samples[index].frame < frame && samples[index].outcome == nil {
                samples[index].isDropped = true
                cached = nil
            }
        }
        if let index = samples.firstIndex(where: { $0.frame == frame }) {
            if samples[index].wasJudged || samples[index].isDropped { report("sample \(frame) came back") }
            cached = nil
            samples[index].outcome = nil
            samples[index].session = session
            samples[index].isOut = true
        } else {
            if let last = samples.last, last.frame > frame { report("sample \(frame) after \(last.frame)") }
            samples.append(Sample(frame: frame, session: session))
        }
    }

    mutating func resolve(_ frame: Int, session: Int, as outcome: Sample.Outcome) {
        guard let index = samples.firstIndex(where: { $0.frame == frame && $0.isOut && $0.session == session }) else {
            return
        }
        cached = nil
        samples[index].outcome = outcome
        samples[index].leftBefore = left
        samples[index].isOut = false
    }

    /// Calls were given up; what has not been judged is judged in another session.
    mutating func abandon(_ session: Int) { forget(after: judgement().lastFrame) }

    private mutating func forget(after judged: Int) {
        cached = nil
        for index in samples.indices where samples[index].frame > judged && !samples[index].wasJudged {
            samples[index].isOut = false
            samples[index].outcome = nil
        }
    }

    mutating func attach() { isAttached = true }

    mutating func detach() {
        breaks.insert(judgement().lastFrame)
        forget(after: judgement().lastFrame)
        unsettled.removeAll()
        isAttached = false
        cached = nil
    }

    /// A session was replaced or ended without the app's doing.
    mutating func breakOff() {
        breaks.insert(judgement().lastFrame)
        cached = nil
    }

    mutating func beginOutage(_ action: SafeMediaAction, number: Int) {
        let last = judgement().lastFrame
        outages[last] = action
        unsettled[number] = last
        cached = nil
    }

    mutating func endSession() { isAttached = false }

    mutating func settle(_ number: Int) {
        unsettled[number] = nil
        if scenario.isFile { cached = nil }
    }

    mutating func closeByHand(_ isClosed: Bool) { isOperatorClosed = isClosed }

    mutating func continued(by continuer: GateStateMachine.Continuer) {
        guard let latch = judgement().latch else { return report("a continue was accepted though nothing is closed") }
        if continuer == .person, !policy.allowReveal { report("a person revealed what may not be") }
        let from = max(left, latch.frame + 1)
        let judged = judgement().lastFrame
        // The span to be revealed may have ended before somebody asked.
        let shown = samples.last { sample in
            if case .answered = sample.outcome { return sample.frame < from && sample.frame <= judged }
            return false
        }
        var isShown = true
        if case .answered(let verdict) = shown?.outcome { isShown = Judgement.isOf(latch.types, verdict) }
        openings[latch.frame] = Opening(
            from: from, reveals: policy.allowReveal && latch.action == .blurWithReveal && isShown, judged: judged)
        cached = nil
    }

    // MARK: What comes out

    mutating func yield(_ number: Int, at time: StreamTime, wasLatched: Bool) {
        guard let frame = frames.firstIndex(where: { $0.time == time }) else { return report("verdict of no frame") }
        if scenario.isFile, !unsettled.isEmpty { report("decision \(number) beyond an unsettled one") }
        unsettled[number] = frame
        if scenario.isFile { cached = nil }
    }

    mutating func release(_ index: Int, _ treatment: Treatment) {
        if index != left { report("frame \(index) left instead of \(left)") }
        let judgement = judgement()
        check(index, treatment, judgement)
        left = index + 1
        if scenario.isFile {
            for position in samples.indices where samples[position].frame == index {
                if samples[position].outcome == nil, !samples[position].isOut {
                    samples[position].isDropped = true
                    cached = nil
                }
            }
        }
    }

    private mutating func check(_ index: Int, _ treatment: Treatment, _ judgement: Judgement) {
        let isClosed =
            isOperatorClosed || frames[index].isDamaged || judgement.isClosed(index) || index >= judgement.stoppedFrom
        if scenario.isFile, let first = unsettled.values.min(), index > first {
            report("frame \(index) left beyond an unsettled decision")
        }
        switch treatment.picture {
        case .clear:
            if isClosed { report("frame \(index) is clear though closed") }
            if !isAttached, !scenario.isFile, scenario.configuration.mode == .immediate {
                report("frame \(index) is clear without analysis")
            }
            if scenario.configuration.mode == .immediate {
                if judgement.latch != nil || (judgement.lastClear ?? -1) < lastDoubt {
                    report("frame \(index) is clear in a closed state")
                }
            } else {
                guard let isMuted = judgement.covered[index] else {
                    return report("frame \(index) is clear though uncovered")
                }
                if isMuted != treatment.isMuted { report("frame \(index): sound is \(treatment.isMuted)") }
            }
        case .unverified:
            if isClosed { report("frame \(index) is unverified though closed") }
            if !scenario.isFile, judgement.latch != nil { report("frame \(index) is unverified while latched") }
            let outage = judgement.outages.last { $0.from <= index && index < $0.to }
            guard let outage else { return report("frame \(index) is unverified without an outage") }
            if outage.action != .allow, outage.action != .muteAudio { report("frame \(index) is unverified") }
            if outage.action == .muteAudio, !treatment.isMuted { report("frame \(index) is heard") }
        case .concealed(let reason):
            if !treatment.isMuted { report("frame \(index) is concealed and heard") }
            let isForced = isClosed || scenario.hasHands || scenario.configuration.mode == .immediate
            if !isForced, judgement.covered[index] != nil { report("frame \(index) is covered but \(reason)") }
        }
    }

    // MARK: Judgement

    mutating func judgement() -> Judgement {
        if let cached { return cached }
        let limit = scenario.isFile ? unsettled.values.min() ?? .max : .max
        let judgement = Judgement(
            scenario, frames, samples, openings: openings, breaks: breaks, outages: outages, limit: limit)
        for index in samples.indices where samples[index].frame <= judgement.lastFrame {
            if samples[index].outcome != nil { samples[index].wasJudged = true }
        }
        cached = judgement
        return judgement
    }
}
