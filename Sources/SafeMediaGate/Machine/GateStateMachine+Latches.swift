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

        latch = nil
        yielded.didResume()
        pardon = allowsReveal && closed.action == .blurWithReveal ? closed.contentTypes : nil
        effects.append(.continueEngine(number: number))
        judgeAgain(from: max(frames.first, closed.frame + 1), now: now)
    }

    /// What was judged under the closed latch is judged again, since it may latch again or be pardoned.
    private mutating func judgeAgain(from open: Int, now: StreamTime) {
        var number = nextToJudge
        while number > samples.first, samples[number - 1].frame >= open { number -= 1 }
        if number < nextToJudge {
            link = samples[number].linkBefore
            lastMuted = samples[number].mutedBefore
        }
        if pardon != nil { link = pardonedLink(before: number) ?? link }
        nextToJudge = number
        judgedFrame = min(judgedFrame, open - 1)
        for index in max(open, frames.first)..<max(open, frames.end) {
            frames[index].closedBy = nil
            if !frames[index].frame.isDamaged { frames[index].coverage = .open }
        }
        judge(now: now)
        handOver(now: now)
    }

    /// The last sample before the open frames, where the pardon makes a clear one of it.
    private func pardonedLink(before number: Int) -> Link? {
        var candidate = number - 1
        while candidate >= samples.first {
            switch samples[candidate].state {
            case .skipped:
                candidate -= 1
            case .answered(let verdict):
                guard let pardon, !samples[candidate].isLate, verdict.verdict.sensitivity == .sensitive,
                    verdict.verdict.contentTypes.isSubset(of: pardon)
                else { return nil }
                return Link(frame: samples[candidate].frame, time: samples[candidate].time)
            case .waiting, .handedOver, .failed, .hung:
                return nil
            }
        }
        return nil
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
