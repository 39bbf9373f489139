package import SafeMediaFrames
import SafeMediaKit

/// Decides, frame by frame in presentation order, what may be seen.
///
/// A value without clock, locks or I/O: times come in with each call, and what the surroundings have to do comes out of
/// `takeEffects()`. The extensions hold one topic each, in the order in which a frame meets them: `+Admission`,
/// `+Sampling`, `+Session`, `+Judgement`, `+Latches`, `+Release`.
package struct GateStateMachine {
    package let configuration: GateConfiguration

    // Frames and samples, oldest first.
    var frames = Line<HeldFrame>()
    var heldBytes = 0
    /// The hold-back was full after the newest frame, so that the next one has to wait for room.
    var isHoldingUp = false
    var newest: GateFrame?
    var samples = Line<Sample>()
    /// The last sample that has been dropped from `samples` and was not skipped, and the last such that was answered.
    var lastDropped: Sample?
    var lastDroppedAnswer: FrameVerdict?
    var hasEnded = false

    // Schedule and playout.
    var schedule: SampleSchedule
    var clock: PlayoutClock?
    /// Something since the newest sample forbids conclusions across it.
    var isCutOff = false
    var hasLost = false
    /// The newest frame before which nothing counts any more.
    var lastDoubt = 0

    // Judgement: samples before `nextToJudge` and frames up to `judgedFrame` have been judged.
    var nextToJudge = 0
    var judgedFrame = -1
    var link: Link?
    var lastMuted = false
    /// Whether the link is a clear sample only by a reveal.
    var lastRevealed = false

    // Latches.
    var latch: VerdictLatch?
    var pardon: Set<SafeMediaContentType>?
    /// The first frame that the last continue opened. What lies before it closes nothing any more.
    var openFrom = 0
    var isClosedByOperator = false
    /// The first frame after which the policy has closed the gate for good.
    var stoppedFrom: Int?
    /// The decision that did so.
    var stoppedBy: Int?

    // Decisions.
    var nextDecision = 1
    /// Decisions whose handler has not returned, with the first frame that each may conceal.
    var unsettled: [Int: Int] = [:]
    var yielded = YieldRule()
    /// The decision after which the engine waits though no latch is closed.
    var engineWaits: Int?
    var doubtfulDecision: Int?

    var session = AnalysisSession()
    var effects: [GateEffect] = []
    var lastRelease: Treatment?

    package init(_ configuration: GateConfiguration) {
        self.configuration = configuration
        schedule = SampleSchedule(interval: configuration.sampleInterval, limits: configuration.limits)
        if case .live(let rule) = configuration.mode {
            clock = PlayoutClock(rule: rule, interval: configuration.sampleInterval)
        }
    }

    /// What the surroundings have to do since the last call, in order.
    package mutating func takeEffects() -> [GateEffect] {
        defer { effects.removeAll(keepingCapacity: true) }
        return effects
    }

    /// Whether something waits for `takeEffects()`.
    package var hasEffects: Bool { !effects.isEmpty }

    /// The number that the next admitted frame gets.
    package var nextIndex: Int { frames.end }

    /// Whether no frame may be admitted before one has left.
    package var isFull: Bool {
        guard !frames.isEmpty else { return false }
        let limits = configuration.limits
        if frames.count >= limits.frames || heldBytes >= limits.bytes { return true }
        guard !configuration.isFile, let newest else { return false }
        return newest.time - frames[frames.first].frame.time >= limits.time
    }

    /// Frames admitted and not yet released.
    package var heldCount: Int { frames.count }

    /// The decision that keeps the verdict latch closed.
    package var closedBy: Int? { latch?.decision }

    /// Whether the operator's latch is closed.
    package var isOperatorLatchClosed: Bool { isClosedByOperator }

    /// Whether the policy has closed the gate for good.
    package var isStopped: Bool { stoppedFrom != nil }

    /// Whether a session of analysis is attached.
    package var isAttached: Bool { session.state == .attached }

    /// Whether a session of analysis has still to begin, for the first time or again.
    package var isAwaitingSession: Bool { session.state == .starting }

    /// The present hold-back of live input.
    package var holdBack: StreamTime { clock?.holdBack ?? .zero }

    /// The stream time at which live output is due to be now; nil before the first frame, and for files.
    package func playoutTime(at now: StreamTime) -> StreamTime? {
        clock.flatMap { clock in clock.anchor.map { now - $0 - clock.holdBack } }
    }

    /// Whether a handler is still to return.
    package var hasUnsettledDecisions: Bool { !unsettled.isEmpty }

    /// Whether frames are sampled at all any more.
    var isSampling: Bool { stoppedFrom == nil && session.state != .over }
}
