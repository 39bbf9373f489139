import SafeMediaFrames
import SafeMediaKit

/// Samples are judged in order, each as soon as it and all before it are answered. Judging decides the coverage of the
/// frames since the sample before, moves the latches, and tells the engine what is new.
extension GateStateMachine {
    mutating func judge() {
        while samples.contains(nextToJudge) {
            // A file's outcome must not depend on when a handler returns.
            if configuration.isFile, !unsettled.isEmpty { return }
            if stoppedFrom != nil { return }
            let number = nextToJudge
            switch samples[number].state {
            case .waiting, .handedOver:
                return
            case .skipped:
                nextToJudge += 1
            case .failed, .hung:
                begin(number)
                judge(failed: number)
                finish(number)
            case .answered(let verdict):
                begin(number)
                judge(number, verdict)
                finish(number)
            }
        }
    }

    private mutating func begin(_ number: Int) {
        samples[number].linkBefore = link
        samples[number].mutedBefore = lastMuted
        if !samples[number].isCounted { samples[number].outage = session.outage }
        if samples[number].isCutOff { link = nil }
        if samples[number].followsLoss {
            pardon = nil
            latch?.safeSince = nil
        }
        nextToJudge = number + 1
    }

    private mutating func finish(_ number: Int) {
        samples[number].isCounted = true
        judgedFrame = max(judgedFrame, samples[number].frame)
    }

    // MARK: Failures

    private mutating func judge(failed number: Int) {
        let sample = samples[number]
        link = nil
        lastMuted = false
        lastRevealed = false
        latch?.safeSince = nil
        mark(upTo: sample.frame, as: uncovered(in: sample.outage))
        guard !sample.isCounted else { return }
        session.failuresInRow += 1
        var isHung = false
        if case .hung = sample.state { isHung = true }
        if isHung || session.failuresInRow >= AnalysisSession.failureLimit { endSession(atSample: number) }
    }

    /// What becomes of frames that no verdict covers.
    private func uncovered(in outage: AnalysisSession.Outage?) -> HeldFrame.Coverage {
        guard let outage else { return .uncovered(.uncovered) }
        return latch == nil ? .withoutAnalysis(outage) : .uncovered(.noAnalysis)
    }

    // MARK: Answers

    private mutating func judge(_ number: Int, _ verdict: FrameVerdict) {
        let sample = samples[number]
        let uncovered = uncovered(in: sample.outage)
        if !sample.isCounted { session.didAnswer() }
        let meaning = VerdictMeaning(verdict.verdict, policy: configuration.policy)
        let isPardoned = isPardoned(meaning, verdict.verdict)
        if case .clear = meaning {
            judge(clear: sample, verdict, isPardoned: false, otherwise: uncovered)
        } else if isPardoned {
            judge(clear: sample, verdict, isPardoned: true, otherwise: uncovered)
        } else {
            judge(notClear: sample, verdict, meaning)
        }
    }

    /// Whether a reveal covers this verdict. A clear sample and another content type end the reveal.
    private mutating func isPardoned(_ meaning: VerdictMeaning, _ verdict: SafeMediaVerdict) -> Bool {
        guard let types = pardon else { return false }
        if case .latching = meaning, verdict.contentTypes.isSubset(of: types) { return true }
        pardon = nil
        return false
    }

    private mutating func judge(
        clear sample: Sample, _ verdict: FrameVerdict, isPardoned: Bool, otherwise uncovered: HeldFrame.Coverage
    ) {
        let mutes = self.mutes(verdict.verdict)
        let isLinked = !sample.isLate && (link.map { isNeighbour($0, sample) } ?? false)
        for index in heldRange(upTo: sample.frame) {
            let isSample = index == sample.frame
            frames[index].isMuted = isSample ? mutes : lastMuted || mutes
            frames[index].isRevealed = isSample ? isPardoned : lastRevealed || isPardoned
            if case .open = frames[index].coverage {
                frames[index].coverage = isSample || isLinked ? .covered : uncovered
            }
        }
        lastMuted = mutes
        lastRevealed = isPardoned
        link = sample.isLate && configuration.mode != .immediate ? nil : Link(frame: sample.frame, time: sample.time)
        if latch != nil {
            rest(on: sample)
        } else {
            continueWaitingEngine()
            if !isPardoned, session.isAttached, yielded.isNews(verdict.verdict, isClear: true) {
                yield(verdict, of: sample, isClear: true, concealingFrom: sample.frame + 1)
            }
        }
    }

    private func mutes(_ verdict: SafeMediaVerdict) -> Bool {
        let action = SafeMediaDecisionMapping.streamDecision(for: verdict, policy: configuration.policy).action
        return action == .muteAudio || verdict.guidance.shouldMuteAudio
    }

    private func isNeighbour(_ link: Link, _ sample: Sample) -> Bool {
        sample.time - link.time <= configuration.sampleInterval * 2 + sample.step * 2
    }

    /// A clear sample while the latch is closed counts towards the resume rule.
    private mutating func rest(on sample: Sample) {
        guard let closed = latch else { return }
        let since = closed.safeSince ?? sample.time
        latch?.safeSince = since
        let range = heldRange(upTo: sample.frame)
        for index in range { frames[index].closedBy = closed.decision }
        guard let delay = configuration.resumesAfter else { return }
        let resumeTime = since + delay
        guard let first = range.first(where: { isCovered($0) && frames[$0].frame.time >= resumeTime }) else {
            // Nothing is covered in advance without a hold-back: the next frame is the first that can be open.
            if configuration.mode == .immediate, sample.time >= resumeTime { openLatch(closed) }
            return
        }
        for index in range where index >= first { frames[index].closedBy = nil }
        openLatch(closed)
    }

    private func isCovered(_ index: Int) -> Bool {
        if case .covered = frames[index].coverage { return true }
        return false
    }

    mutating func openLatch(_ closed: VerdictLatch) {
        latch = nil
        yielded.didResume()
        if closed.untold == nil { effects.append(.continueEngine(number: closed.decision)) }
    }

    private mutating func judge(notClear sample: Sample, _ verdict: FrameVerdict, _ meaning: VerdictMeaning) {
        link = nil
        lastMuted = false
        lastRevealed = false
        let range = heldRange(upTo: sample.frame)
        mark(upTo: sample.frame, as: .uncovered(.uncovered))
        if let closed = latch {
            latch?.safeSince = nil
            for index in range { frames[index].closedBy = closed.decision }
            return
        }
        guard sample.frame >= openFrom else { return }
        let first = judgedFrame + 1
        switch meaning {
        case .clear:
            break
        case .doubtful:
            if session.isAttached, yielded.isNews(verdict.verdict, isClear: false) {
                doubtfulDecision = yield(verdict, of: sample, concealingFrom: first)
                engineWaits = doubtfulDecision
            }
            for index in range { frames[index].closedBy = doubtfulDecision }
        case .latching(let action):
            let number = yield(verdict, of: sample, concealingFrom: first)
            latch = VerdictLatch(
                decision: number, action: action, contentTypes: verdict.verdict.contentTypes, frame: sample.frame,
                untold: session.isAttached ? nil : verdict, time: sample.time)
            for index in range { frames[index].closedBy = number }
        case .stopping:
            stop(from: first, by: yield(verdict, of: sample, concealingFrom: first))
        }
    }

    // MARK: Shared

    /// Frames still here that this sample decides on.
    private func heldRange(upTo frame: Int) -> Range<Int> {
        let first = max(judgedFrame + 1, frames.first)
        return first..<max(first, min(frame + 1, frames.end))
    }

    private mutating func mark(upTo frame: Int, as coverage: HeldFrame.Coverage) {
        for index in heldRange(upTo: frame) {
            if case .open = frames[index].coverage { frames[index].coverage = coverage }
            if let latch { frames[index].closedBy = latch.decision }
        }
    }

    /// Makes a decision of a verdict and tells the engine. Without a session (only what a continue has judged again gets
    /// here) there is nobody to tell.
    @discardableResult
    private mutating func yield(
        _ verdict: FrameVerdict, of sample: Sample, isClear: Bool = false, concealingFrom frame: Int
    ) -> Int {
        guard session.isAttached else { return takeDecisionNumber() }
        continueWaitingEngine()
        let number = takeDecisionNumber(concealingFrom: frame)
        yielded.didYield(verdict.verdict, isClear: isClear)
        effects.append(.yield(number: number, verdict: verdict, time: sample.time))
        return number
    }

    /// Tells a new session of the latch that closed while there was none.
    mutating func tellOfLatch() {
        guard let closed = latch, let verdict = closed.untold else { return }
        latch?.untold = nil
        unsettled[closed.decision] = closed.frame
        yielded.didYield(verdict.verdict, isClear: false)
        effects.append(.yield(number: closed.decision, verdict: verdict, time: closed.time))
    }

    /// The engine waits after an unknown verdict that closed no latch; something newer ends that.
    mutating func continueWaitingEngine() {
        guard let number = engineWaits else { return }
        engineWaits = nil
        effects.append(.continueEngine(number: number))
    }
}
