package import SafeMediaFrames
import SafeMediaKit

extension GateStateMachine {
    /// A session of analysis is attached.
    package mutating func attach(now: StreamTime) {
        guard isSampling else { return }
        session.attach()
        yielded.didAttach()
        engineWaits = nil
        handOver(now: now)
    }

    /// The app has ended analysis. Nothing opens by that, and everything is concealed until a session is attached again.
    package mutating func detach() {
        guard session.state == .attached || session.state == .starting else { return }
        session.state = .detached
        session.outage = nil
        engineWaits = nil
        effects.append(.abandon(session: session.number))
        takeBackSamples(from: nextToJudge)
        link = nil
        latch?.safeSince = nil
    }

    /// The engine found analysis unavailable.
    ///
    /// - Returns: the number of the decision that the engine is about to make.
    package mutating func becomeUnavailable(now: StreamTime) -> Int {
        let number = takeDecisionNumber(concealingFrom: judgedFrame + 1)
        let action = configuration.policy.unavailableAction
        session.state = configuration.isFile ? .over : .starting
        switch action {
        case .block, .interruptVideo:
            stop(from: judgedFrame + 1)
        case .allow, .muteAudio, .blur, .blurWithReveal:
            session.outage = AnalysisSession.Outage(passes: action == .allow || action == .muteAudio)
            if !configuration.isFile { effects.append(.restart(after: session.nextDelay())) }
        }
        return number
    }

    /// Starting a session failed for another reason than unavailability.
    ///
    /// - Returns: the number of the decision that the engine is about to make.
    package mutating func failToStart(now: StreamTime) -> Int {
        let number = takeDecisionNumber(concealingFrom: judgedFrame + 1)
        endSession(concealingFrom: judgedFrame + 1)
        return number
    }

    /// The session's verdict stream ends with an error: after three failed samples, or one that was never answered.
    mutating func endSession(atSample number: Int) {
        let sample = samples[number]
        let time = sample.time
        effects.append(.abandon(session: session.number))
        takeBackSamples(from: number + 1)
        if latch == nil {
            effects.append(.fail(number: takeDecisionNumber(concealingFrom: sample.frame), time: time))
        }
        endSession(concealingFrom: sample.frame)
        if let outage = session.outage, outage.passes, latch == nil, frames.contains(sample.frame) {
            frames[sample.frame].coverage = .unverified
        }
    }

    private mutating func endSession(concealingFrom frame: Int) {
        session.didFail()
        let action = SafeMediaDecisionMapping.streamFailure(policy: configuration.policy).action
        switch action {
        case .block, .interruptVideo:
            // While latched the engine is not told, and what it is not told of does not stop it.
            guard latch != nil else { return stop(from: frame) }
            session.outage = AnalysisSession.Outage(passes: false)
        case .allow, .muteAudio, .blur, .blurWithReveal:
            session.outage = AnalysisSession.Outage(passes: action == .allow || action == .muteAudio)
        }
        if configuration.isFile {
            if session.unanswered >= AnalysisSession.unansweredLimit {
                session.state = .over
            } else {
                effects.append(.restart(after: .zero))
            }
        } else {
            effects.append(.restart(after: session.nextDelay()))
        }
    }

    /// Samples that this session was given go to the next one; live, only the newest does.
    private mutating func takeBackSamples(from first: Int) {
        var number = max(first, samples.first)
        var hasNewest = false
        for candidate in stride(from: samples.end - 1, through: number, by: -1) {
            switch samples[candidate].state {
            case .skipped: continue
            case .waiting, .handedOver, .answered, .failed, .hung: break
            }
            if configuration.isFile || !hasNewest {
                samples[candidate].state = .waiting
                hasNewest = true
            } else {
                samples[candidate].state = .skipped
                pass(cutOffOf: candidate)
            }
        }
        number = samples.end
    }

    /// What forbade conclusions to a sample that is given up forbids them to the next one that is not.
    private mutating func pass(cutOffOf number: Int) {
        let skipped = samples[number]
        var next = number + 1
        while samples.contains(next) {
            if case .skipped = samples[next].state {
                next += 1
                continue
            }
            samples[next].isCutOff = samples[next].isCutOff || skipped.isCutOff || skipped.isChange
            samples[next].followsLoss = samples[next].followsLoss || skipped.followsLoss
            return
        }
    }

    /// The handler of this decision has returned.
    package mutating func settle(_ number: Int, now: StreamTime) {
        guard unsettled.removeValue(forKey: number) != nil else { return }
        judge(now: now)
        handOver(now: now)
    }

    /// A number for the next decision, which is unsettled until its handler has returned.
    mutating func takeDecisionNumber(concealingFrom frame: Int) -> Int {
        let number = nextDecision
        nextDecision += 1
        unsettled[number] = frame
        return number
    }

    /// The policy closes the gate for good.
    mutating func stop(from frame: Int) {
        guard stoppedFrom == nil else { return }
        stoppedFrom = max(frame, 0)
        session.outage = nil
        session.state = .over
        effects.append(.abandon(session: session.number))
    }
}
