package import SafeMediaFrames
import SafeMediaKit

extension GateStateMachine {
    /// Who continues.
    package enum Continuer: Sendable, Hashable {
        /// Somebody at a key or a socket, who may do what the policy lets viewers do.
        case person
        /// The app that embeds the pipeline.
        case app
    }

    /// Opens the verdict latch from the first frame that has not left and lies after the decision's sample (rule 7).
    package mutating func continueStream(
        after number: Int, by continuer: Continuer, now: StreamTime
    ) throws(GateContinueRefusal) {
        guard stoppedFrom == nil else { throw .stopped }
        guard let closed = latch else { throw .nothingToContinue }
        guard closed.decision == number else { throw .stale(current: closed.decision) }
        let allowsReveal = configuration.policy.allowReveal
        guard allowsReveal || continuer == .app else { throw .revealNotAllowed }

        openLatch(closed)
        let open = max(frames.first, closed.frame + 1)
        let reveals = allowsReveal && closed.action == .blurWithReveal
        pardon = reveals && isShowing(closed.contentTypes, before: open) ? closed.contentTypes : nil
        openFrom = open
        judgeAgain(from: open, now: now)
    }

    /// What was judged under the closed latch is judged again, since it may latch again or be pardoned.
    private mutating func judgeAgain(from open: Int, now: StreamTime) {
        let number = firstSample(from: open)
        if number < nextToJudge {
            link = samples[number].linkBefore
            lastMuted = samples[number].mutedBefore
        }
        let pardonedLink = pardonedLink(before: number)
        link = pardonedLink ?? link
        lastRevealed = pardonedLink != nil
        nextToJudge = number
        judgedFrame = min(judgedFrame, open - 1)
        for index in open..<max(open, frames.end) {
            frames[index].closedBy = nil
            if !frames[index].frame.isDamaged { frames[index].coverage = .open }
        }
        judge()
        handOver(now: now)
    }

    /// The first judged sample at or behind this frame, else the next to be judged.
    private func firstSample(from frame: Int) -> Int {
        var number = nextToJudge
        while number > samples.first, samples[number - 1].frame >= frame { number -= 1 }
        return number
    }

    /// Whether the span that a reveal would pardon has not ended already: the last that the model said before the open
    /// frames names nothing but these content types.
    private func isShowing(_ types: Set<SafeMediaContentType>, before open: Int) -> Bool {
        var number = firstSample(from: open) - 1
        while number >= samples.first {
            if case .answered(let verdict) = samples[number].state { return isOf(types, verdict) }
            number -= 1
        }
        return lastDroppedAnswer.map { isOf(types, $0) } ?? true
    }

    private func isOf(_ types: Set<SafeMediaContentType>, _ verdict: FrameVerdict) -> Bool {
        verdict.verdict.sensitivity == .sensitive && verdict.verdict.contentTypes.isSubset(of: types)
    }

    /// The last sample before the open frames, where the pardon makes a clear one of it.
    private func pardonedLink(before number: Int) -> Link? {
        guard let pardon, let sample = lastSample(before: number), !sample.isLate else { return nil }
        guard case .answered(let verdict) = sample.state, isOf(pardon, verdict) else { return nil }
        return Link(frame: sample.frame, time: sample.time)
    }

    /// The last sample before this one that was not skipped.
    private func lastSample(before number: Int) -> Sample? {
        var candidate = number - 1
        while candidate >= samples.first {
            if case .skipped = samples[candidate].state { candidate -= 1 } else { return samples[candidate] }
        }
        return lastDropped
    }

    /// The operator closes the gate, from the next frame to leave.
    package mutating func closeByHand() {
        isClosedByOperator = true
    }

    /// The operator opens what the operator closed.
    package mutating func openByHand() {
        isClosedByOperator = false
    }
}
