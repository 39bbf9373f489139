package import SafeMediaFrames
import SafeMediaKit

extension GateStateMachine {
    /// A session of analysis is attached. It replaces one that still is.
    package mutating func attach(now: StreamTime) {
        guard isSampling else { return }
        leaveSession()
        session.attach()
        yielded.didAttach()
        engineWaits = nil
        tellOfLatch()
        judge()
        handOver(now: now)
    }

    /// The app has ended analysis. Nothing opens by that, and everything is concealed until a session is attached again.
    ///
    /// What was yielded and not handled yet never will be, so nothing waits for it any more. Not to be called for the end
    /// of a session that the gate itself has ended.
    package mutating func detach() {
        unsettled.removeAll()
        guard session.state == .attached || session.state == .starting else { return }
        takeBackSamples()
        breakOff()
        session.state = .detached
        session.outage = nil
        engineWaits = nil
    }

    /// A session that is still attached makes room for the next one.
    private mutating func leaveSession() {
        guard session.isAttached else { return }
        takeBackSamples()
        breakOff()
    }

    /// Nothing is concluded from what was seen before a time that nobody watched, neither about frames nor for a resume
    /// or a reveal.
    private mutating func breakOff() {
        link = nil
        pardon = nil
        latch?.safeSince = nil
        if let next = (nextToJudge..<max(nextToJudge, samples.end)).first(where: isStillToAnswer) {
            samples[next].isCutOff = true
            samples[next].followsLoss = true
        } else {
            isCutOff = true
            hasLost = true
        }
    }

    private func isStillToAnswer(_ number: Int) -> Bool {
        if case .skipped = samples[number].state { return false }
        return !samples[number].isCounted
    }

    /// The engine found analysis unavailable.
    ///
    /// - Returns: the number of the decision that the engine is about to make, which `settle` has to follow.
    package mutating func becomeUnavailable(now: StreamTime) -> Int {
        let number = takeDecisionNumber(concealingFrom: judgedFrame + 1)
        guard stoppedFrom == nil else { return number }
        leaveSession()
        let action = configuration.policy.unavailableAction
        guard action.streamEffect != .ends else {
            stop(from: judgedFrame + 1, by: number)
            return number
        }
        session.outage = AnalysisSession.Outage(action: action, decision: number)
        session.state = configuration.isFile ? .over : .starting
        if !configuration.isFile { effects.append(.restart(after: session.nextDelay())) }
        return number
    }

    /// Starting a session failed for another reason than unavailability.
    ///
    /// - Returns: the number of the decision that the engine is about to make, which `settle` has to follow.
    package mutating func failToStart(now: StreamTime) -> Int {
        let number = takeDecisionNumber(concealingFrom: judgedFrame + 1)
        guard stoppedFrom == nil else { return number }
        leaveSession()
        endSession(concealingFrom: judgedFrame + 1, by: number)
        return number
    }

    /// The session's verdict stream ends with an error: after three failed samples, or one that was never answered.
    mutating func endSession(atSample number: Int) {
        let sample = samples[number]
        takeBackSamples()
        guard latch == nil else {
            // The engine waits and is not told, and what it is not told of does not stop it.
            endSession(concealingFrom: sample.frame, by: nil)
            return
        }
        continueWaitingEngine()
        let decision = takeDecisionNumber(concealingFrom: sample.frame)
        effects.append(.fail(number: decision, time: sample.time))
        endSession(concealingFrom: sample.frame, by: decision)
        if let outage = session.outage, frames.contains(sample.frame) {
            frames[sample.frame].coverage = .withoutAnalysis(outage)
        }
    }

    private mutating func endSession(concealingFrom frame: Int, by decision: Int?) {
        session.didFail()
        let action = SafeMediaDecisionMapping.streamFailure(policy: configuration.policy).action
        if let decision, action.streamEffect == .ends { return stop(from: frame, by: decision) }
        session.outage = AnalysisSession.Outage(action: action, decision: decision)
        if !configuration.isFile {
            effects.append(.restart(after: session.nextDelay()))
        } else if session.unanswered < AnalysisSession.unansweredLimit {
            effects.append(.restart(after: .zero))
        } else {
            session.state = .over
        }
    }

    /// Samples that this session was given and that have not been judged go to the next one; live, only the newest does.
    private mutating func takeBackSamples() {
        effects.append(.abandon(session: session.number))
        var hasNewest = false
        for number in stride(from: samples.end - 1, through: max(nextToJudge, samples.first), by: -1) {
            if samples[number].isCounted { continue }
            if case .skipped = samples[number].state { continue }
            if configuration.isFile || !hasNewest {
                samples[number].state = .waiting
                hasNewest = true
            } else {
                skip(number)
            }
        }
    }

    /// The handler of this decision has returned, or will never be called.
    package mutating func settle(_ number: Int, now: StreamTime) {
        guard unsettled.removeValue(forKey: number) != nil else { return }
        judge()
        handOver(now: now)
    }

    /// A number for the next decision.
    mutating func takeDecisionNumber() -> Int {
        defer { nextDecision += 1 }
        return nextDecision
    }

    /// A number for the next decision, which is unsettled until its handler has returned.
    mutating func takeDecisionNumber(concealingFrom frame: Int) -> Int {
        let number = takeDecisionNumber()
        unsettled[number] = frame
        return number
    }

    /// The policy closes the gate for good.
    mutating func stop(from frame: Int, by decision: Int) {
        guard stoppedFrom == nil else { return }
        stoppedFrom = max(frame, 0)
        stoppedBy = decision
        session.outage = nil
        session.state = .over
        effects.append(.abandon(session: session.number))
    }
}
