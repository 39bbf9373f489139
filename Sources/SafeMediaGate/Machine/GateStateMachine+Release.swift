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
        guard case .open = held.coverage, let clock, isSampling, session.isAttached,
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

    /// The frame of an unjudged sample left. Of a file it is not handed over any more: its picture has gone.
    private mutating func markLate(_ frame: Int) {
        guard configuration.mode != .immediate else { return }
        var number = max(nextToJudge, samples.first)
        while samples.contains(number), samples[number].frame <= frame {
            if samples[number].frame == frame {
                samples[number].isLate = true
                if configuration.isFile, case .waiting = samples[number].state { skip(number) }
            }
            number += 1
        }
        if configuration.isFile { judge() }
    }

    /// One judged sample before the oldest held frame is kept, for a continue to judge again from.
    private mutating func trimSamples() {
        while samples.count > 1, samples.first + 1 < nextToJudge, samples[samples.first + 1].frame < frames.first {
            let dropped = samples[samples.first]
            samples.removeFirst()
            switch dropped.state {
            case .skipped:
                continue
            case .answered(let verdict):
                lastDroppedAnswer = verdict
            case .waiting, .handedOver, .failed, .hung:
                break
            }
            lastDropped = dropped
        }
    }

    // MARK: Treatments

    /// How a frame leaves, where that is known already.
    private func knownTreatment(of held: HeldFrame, _ index: Int) -> Treatment? {
        // First of all, and as the frame before was concealed: what is known of later frames by now is a matter of luck.
        if case .uncovered(.damage) = held.coverage { return concealed(.damage, lastRelease?.decision) }
        if let stoppedFrom, index >= stoppedFrom { return concealed(.stopped, stoppedBy) }
        if let decision = held.closedBy { return concealed(.decision, decision) }
        if session.state == .detached { return concealed(.noAnalysis, latch?.decision) }
        switch held.coverage {
        case .covered:
            return shown(.clear, held)
        case .withoutAnalysis(let outage):
            // A latch that closed behind this frame must not conceal it in a file, where that would be a matter of luck.
            if let latch, !configuration.isFile { return concealed(.decision, latch.decision) }
            return unanalyzed(held, outage)
        case .uncovered(let reason):
            return concealed(reason)
        case .open:
            return session.state == .over ? withoutAnalysis(held) : nil
        }
    }

    /// How a live frame leaves whose deadline came before its verdicts.
    private func lateTreatment(of held: HeldFrame) -> Treatment {
        if let latch { return concealed(.decision, latch.decision) }
        if session.outage != nil || !session.isAttached { return withoutAnalysis(held) }
        return concealed(.late)
    }

    /// How a frame leaves that is not held at all: by what is known at this moment.
    private func presentTreatment(of held: HeldFrame, _ index: Int) -> Treatment {
        if let known = knownTreatment(of: held, index) { return known }
        if let latch { return concealed(.decision, latch.decision) }
        if session.outage != nil || !session.isAttached { return withoutAnalysis(held) }
        guard let link, link.frame >= lastDoubt else {
            return engineWaits.map { concealed(.decision, $0) } ?? concealed(.uncovered)
        }
        // The next sample may be taken an interval later, and be answered as late as that.
        let validity = configuration.analysisTimeout + configuration.sampleInterval
        guard held.frame.time - link.time <= validity else { return concealed(.late) }
        var held = held
        held.isMuted = lastMuted
        held.isRevealed = lastRevealed
        return shown(.clear, held)
    }

    private func withoutAnalysis(_ held: HeldFrame) -> Treatment {
        if let latch { return concealed(.decision, latch.decision) }
        return unanalyzed(held, session.outage)
    }

    private func unanalyzed(_ held: HeldFrame, _ outage: AnalysisSession.Outage?) -> Treatment {
        guard let outage, outage.passes else { return concealed(.noAnalysis, outage?.decision) }
        var held = held
        held.isMuted = held.isMuted || outage.mutes
        return shown(.unverified, held)
    }

    private func shown(_ picture: Treatment.Picture, _ held: HeldFrame) -> Treatment {
        isClosedByOperator
            ? concealed(.operatorLatch)
            : Treatment(picture: picture, isMuted: held.isMuted, isRevealed: held.isRevealed)
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
