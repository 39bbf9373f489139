import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// What the rules make of a history: one pass over the samples in order, up to the first that is not resolved.
struct Judgement {
    struct Latch {
        let frame: Int
        let first: Int
        let action: SafeMediaAction
        let types: Set<SafeMediaContentType>
        var safeSince: StreamTime?
    }

    struct Outage {
        let from: Int
        var to = Int.max
        let action: SafeMediaAction
    }

    /// Frames that may be clear, with whether they are muted.
    private(set) var covered: [Int: Bool] = [:]
    private(set) var latch: Latch?
    private(set) var closed: [Range<Int>] = []
    private(set) var stoppedFrom = Int.max
    private(set) var outages: [Outage] = []
    /// The frame that was judged last.
    private(set) var lastFrame = -1
    /// That frame, where it was clear.
    private(set) var lastClear: Int?

    private let scenario: Scenario
    private let frames: [GateFrame]
    private let openings: [Int: Oracle.Opening]
    private var isLinked = false
    private var lastMuted = false
    private var pardon: Set<SafeMediaContentType>?
    private var failures = 0
    private var failedSession = -1
    private var endedSession = -1
    /// What a reveal would pardon ended between the continue and the frames it opened.
    private var isSpoiled = false
    private var wasLate = false
    private var lastWasAnswered = false
    private var firstOpen = 0
    private var isOut = false

    func isClosed(_ frame: Int) -> Bool { closed.contains { $0.contains(frame) } }

    init(
        _ scenario: Scenario, _ frames: [GateFrame], _ samples: [Oracle.Sample], openings: [Int: Oracle.Opening],
        breaks: Set<Int>, outages: [Int: SafeMediaAction], limit: Int
    ) {
        self.scenario = scenario
        self.frames = frames
        self.openings = openings
        beginOutage(outages[-1])
        for sample in samples where !sample.isDropped {
            guard let outcome = sample.outcome, lastFrame < limit, sample.frame <= limit, stoppedFrom == .max else {
                break
            }
            // What a session said behind the failure that ended it is asked again.
            if sample.session == endedSession, !sample.wasJudged { break }
            if let latch, let opening = openings[latch.frame], sample.frame >= opening.from { open(latch, opening) }
            if breaks.contains(lastFrame) { breakOff() }
            lookAtFrames(upTo: sample.frame)
            switch outcome {
            case .failed(let isHung): fail(sample, isHung: isHung)
            case .answered(let verdict): answer(sample, verdict)
            }
            lastFrame = sample.frame
            beginOutage(outages[lastFrame])
        }
        if let latch {
            if let opening = openings[latch.frame] {
                open(latch, opening)
            } else {
                closed.append(latch.first..<Int.max)
            }
        }
    }

    // MARK: Between samples

    private mutating func spoil() {
        if let latch, let opening = openings[latch.frame], lastFrame >= opening.judged { isSpoiled = true }
    }

    private mutating func breakOff() {
        spoil()
        isLinked = false
        pardon = nil
        latch?.safeSince = nil
    }

    private mutating func lookAtFrames(upTo frame: Int) {
        guard lastFrame + 1 <= frame else { return }
        for index in (lastFrame + 1)...frame {
            let isAnew = frames[index].startsAnew || frames[index].isDamaged
            let isUnseenFlash = frames[index].isChange && index < frame
            if isAnew || isUnseenFlash || (index > 0 && frames[index - 1].isDamaged) { isLinked = false }
            if frames[index].followsLoss || frames[index].isDamaged {
                pardon = nil
                latch?.safeSince = nil
                spoil()
            }
        }
    }

    private mutating func beginOutage(_ action: SafeMediaAction?) {
        guard let action else { return }
        if action == .block || action == .interruptVideo {
            stoppedFrom = min(stoppedFrom, lastFrame + 1)
        } else {
            begin(Outage(from: lastFrame + 1, action: action))
        }
    }

    private mutating func begin(_ outage: Outage) {
        isOut = true
        outages.append(outage)
    }

    private mutating func open(_ latch: Latch, _ opening: Oracle.Opening) {
        closed.append(latch.first..<max(latch.first, opening.from))
        self.latch = nil
        firstOpen = opening.from
        defer { isSpoiled = false }
        guard opening.reveals, !isSpoiled else { return }
        pardon = latch.types
        // What the reveal pardons counts as clear, back to the sample before.
        if lastClear == nil, !wasLate, lastWasAnswered { isLinked = true }
        if lastClear == nil, lastWasAnswered { lastClear = lastFrame }
    }

    // MARK: Outcomes

    private mutating func fail(_ sample: Oracle.Sample, isHung: Bool) {
        failures = sample.session == failedSession ? failures + 1 : 1
        failedSession = sample.session
        isLinked = false
        lastMuted = false
        lastClear = nil
        lastWasAnswered = false
        latch?.safeSince = nil
        guard isHung || failures >= 3 else { return }
        failures = 0
        endedSession = sample.session
        let action = scenario.configuration.policy.failureAction
        let ends = action == .block || action == .interruptVideo
        if ends, latch == nil {
            stoppedFrom = sample.frame
        } else {
            begin(Outage(from: sample.frame, action: action))
        }
    }

    private mutating func answer(_ sample: Oracle.Sample, _ verdict: SafeMediaVerdict) {
        failures = 0
        if isOut, let last = outages.indices.last {
            outages[last].to = sample.frame
            isOut = false
        }
        let action = Self.action(verdict, scenario.configuration.policy)
        let isLate = sample.leftBefore > sample.frame && scenario.configuration.mode != .immediate
        let isClear = action == .allow || action == .muteAudio
        let isPardoned = !isClear && isPardoned(verdict, action)
        if !isPardoned { pardon = nil }
        if isClear || isPardoned {
            clear(sample, verdict, isLate: isLate, mutes: action == .muteAudio || verdict.guidance.shouldMuteAudio)
        } else {
            notClear(sample, verdict, action)
        }
        if let latch, !Self.isOf(latch.types, verdict) { spoil() }
        wasLate = isLate
        lastWasAnswered = true
    }

    private func isPardoned(_ verdict: SafeMediaVerdict, _ action: SafeMediaAction) -> Bool {
        guard let pardon, action == .blur || action == .blurWithReveal else { return false }
        return Self.isOf(pardon, verdict)
    }

    private mutating func clear(_ sample: Oracle.Sample, _ verdict: SafeMediaVerdict, isLate: Bool, mutes: Bool) {
        let frame = sample.frame
        let step = frame > 0 ? frames[frame].time - frames[frame - 1].time : .zero
        let interval = scenario.configuration.sampleInterval
        if isLinked, !isLate, frames[frame].time - frames[lastFrame].time <= interval + interval + step + step {
            for index in (lastFrame + 1)..<max(frame, lastFrame + 1) where !frames[index].isDamaged {
                covered[index] = lastMuted || mutes
            }
        }
        if !isLate { covered[frame] = mutes }
        if let latch, openings[latch.frame] == nil, let delay = scenario.configuration.resumesAfter {
            rest(sample, latch, delay)
        }
        isLinked = !isLate
        lastMuted = mutes
        lastClear = frame
    }

    private mutating func rest(_ sample: Oracle.Sample, _ closedBy: Latch, _ delay: StreamTime) {
        let since = closedBy.safeSince ?? frames[sample.frame].time
        latch?.safeSince = since
        if scenario.configuration.mode == .immediate {
            guard frames[sample.frame].time >= since + delay else { return }
            closed.append(closedBy.first..<max(closedBy.first, sample.leftBefore))
            latch = nil
            return
        }
        let lowest = max(lastFrame + 1, firstOpen, scenario.isFile ? 0 : sample.leftBefore)
        guard lowest <= sample.frame else { return }
        let first = (lowest...sample.frame).first { covered[$0] != nil && frames[$0].time >= since + delay }
        guard let first else { return }
        closed.append(closedBy.first..<first)
        latch = nil
    }

    private mutating func notClear(_ sample: Oracle.Sample, _ verdict: SafeMediaVerdict, _ action: SafeMediaAction) {
        isLinked = false
        lastMuted = false
        lastClear = nil
        if latch != nil {
            latch?.safeSince = nil
            return
        }
        let first = max(lastFrame + 1, firstOpen)
        if action == .block || action == .interruptVideo {
            stoppedFrom = first
        } else if verdict.sensitivity == .sensitive {
            latch = Latch(frame: sample.frame, first: first, action: action, types: verdict.contentTypes)
        }
    }

    // MARK: Meaning

    static func isOf(_ types: Set<SafeMediaContentType>, _ verdict: SafeMediaVerdict) -> Bool {
        verdict.sensitivity == .sensitive && verdict.contentTypes.isSubset(of: types)
    }

    static func action(_ verdict: SafeMediaVerdict, _ policy: SafeMediaPolicy) -> SafeMediaAction {
        switch verdict.sensitivity {
        case .sensitive: policy.streamSensitiveAction ?? policy.sensitiveAction
        case .safe: verdict.availability == .available ? .allow : policy.unavailableAction
        case .unknown: verdict.availability == .available ? policy.unknownAction : policy.unavailableAction
        }
    }
}
