package import SafeMediaFrames

extension GateStateMachine {
    /// Lets the oldest frame leave, if it may.
    package mutating func release(now: StreamTime) -> Release {
        guard !frames.isEmpty else { return hasEnded ? .finished : .wait(until: nil) }
        let index = frames.first
        let held = frames[index]
        switch configuration.mode {
        case .file:
            if let first = unsettled.values.min(), index >= first { return .wait(until: nil) }
            guard let treatment = knownTreatment(of: held, index) else { return .wait(until: nil) }
            return leave(index, treatment)
        case .live:
            guard let clock else { return .wait(until: nil) }
            let deadline = clock.deadline(of: held.frame.time)
            guard now >= deadline else { return .wait(until: sampleBeforeDeadline(deadline, held, now: now)) }
            return leave(index, knownTreatment(of: held, index) ?? lateTreatment(of: held))
        case .immediate:
            return leave(index, presentTreatment(of: held, index))
        }
    }

    /// The newest held frame is sampled when the oldest would otherwise reach its deadline uncovered.
    ///
    /// - Returns: when to ask again.
    private mutating func sampleBeforeDeadline(_ deadline: StreamTime, _ held: HeldFrame, now: StreamTime) -> StreamTime
    {
        guard case .open = held.coverage, let clock, isSampling, session.state == .attached,
            nextToJudge == samples.end, !frames[frames.end - 1].isSampled
        else { return deadline }
        let latest = deadline - clock.leadTime
        guard now >= latest else { return latest }
        sampleNewest(now: now)
        return deadline
    }

    private mutating func leave(_ index: Int, _ treatment: Treatment) -> Release {
        let held = frames[index]
        frames.removeFirst()
        heldBytes -= held.frame.byteCount
        if held.isSampled, index > judgedFrame { markLate(index) }
        trimSamples()
        announce(treatment, at: held.frame.time)
        lastRelease = treatment
        if treatment.isShown { clock?.relax() }
        return .frame(index: index, treatment: treatment)
    }

    private mutating func markLate(_ frame: Int) {
        guard configuration.mode != .immediate else { return }
        var number = max(nextToJudge, samples.first)
        while samples.contains(number), samples[number].frame <= frame {
            if samples[number].frame == frame { samples[number].isLate = true }
            number += 1
        }
    }

    /// One judged sample before the oldest held frame is kept, for a continue to judge again from.
    private mutating func trimSamples() {
        while samples.count > 1, samples.first + 1 < nextToJudge, samples[samples.first + 1].frame < frames.first {
            samples.removeFirst()
        }
    }

    // MARK: Treatments

    /// How a frame leaves, where that is known already.
    private func knownTreatment(of held: HeldFrame, _ index: Int) -> Treatment? {
        if let stoppedFrom, index >= stoppedFrom { return concealed(.stopped) }
        if case .uncovered(.damage) = held.coverage { return concealed(.damage, held.closedBy) }
        if let decision = held.closedBy { return concealed(.decision, decision) }
        switch held.coverage {
        case .covered:
            return shown(.clear, held)
        case .unverified:
            return latch == nil ? shown(.unverified, held) : concealed(.decision, latch?.decision)
        case .uncovered(let reason):
            return concealed(reason)
        case .open:
            switch session.state {
            case .over: return withoutAnalysis(held)
            case .detached where configuration.isFile: return concealed(.noAnalysis, latch?.decision)
            case .starting, .attached, .detached: return nil
            }
        }
    }

    /// How a live frame leaves whose deadline came before its verdicts.
    private func lateTreatment(of held: HeldFrame) -> Treatment {
        if let latch { return concealed(.decision, latch.decision) }
        if session.outage != nil || session.state != .attached { return withoutAnalysis(held) }
        return concealed(.late)
    }

    /// How a frame leaves that is not held at all: by what is known at this moment.
    private func presentTreatment(of held: HeldFrame, _ index: Int) -> Treatment {
        if let known = knownTreatment(of: held, index) { return known }
        if let latch { return concealed(.decision, latch.decision) }
        if session.outage != nil || session.state != .attached { return withoutAnalysis(held) }
        guard let link, link.frame >= lastDoubt else { return concealed(engineWaits == nil ? .uncovered : .decision) }
        guard held.frame.time - link.time <= configuration.analysisTimeout else { return concealed(.late) }
        var held = held
        held.isMuted = lastMuted
        return shown(.clear, held)
    }

    private func withoutAnalysis(_ held: HeldFrame) -> Treatment {
        if let latch { return concealed(.decision, latch.decision) }
        return session.outage?.passes == true ? shown(.unverified, held) : concealed(.noAnalysis)
    }

    private func shown(_ picture: Treatment.Picture, _ held: HeldFrame) -> Treatment {
        isClosedByOperator ? concealed(.operatorLatch) : Treatment(picture: picture, isMuted: held.isMuted)
    }

    private func concealed(_ reason: Treatment.Reason, _ decision: Int? = nil) -> Treatment {
        Treatment(picture: .concealed(reason), decision: decision, isMuted: true)
    }

    // MARK: Events

    private mutating func announce(_ treatment: Treatment, at time: StreamTime) {
        switch treatment.picture {
        case .clear:
            if let lastRelease, lastRelease.picture != .clear { effects.append(.resumed(at: time)) }
        case .unverified:
            if lastRelease?.picture != .unverified { effects.append(.unverified(at: time)) }
        case .concealed(let reason):
            if lastRelease?.picture != treatment.picture || lastRelease?.decision != treatment.decision {
                if reason == .damage { effects.append(.damage(at: time)) }
                effects.append(.concealed(at: time, reason: reason, decision: treatment.decision))
            }
            if reason == .late { effects.append(.late(at: time)) }
        }
    }
}
