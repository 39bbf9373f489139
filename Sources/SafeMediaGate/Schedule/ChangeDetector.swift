package import SafeMediaFrames

/// Says of each frame whether the picture has cut or flashed, so that it must be sampled itself.
///
/// Three comparisons, each against a limit that follows the footage:
/// - *novelty* against the frame before: what no motion of up to a thumbnail's cell explains. It is near zero in pans,
///   noise and steady motion, and finds a flash of a twentieth of the picture.
/// - *total* difference from the frame before: finds a change that hides in the envelope of a busy picture.
/// - novelty against the last frame that was sampled, or at most four frames ago: finds what fades in within a fifth of
///   a second.
///
/// What is usual is learnt from each frame's distance to the nearest of the three before it. A picture that flashes on
/// and off comes back to one of those and so teaches nothing: whoever flashes again and again cannot raise the limits.
/// Who shows something else every frame meets the ceilings.
///
/// The numbers were set with real footage, and with flashes of 4 to 60 % of the picture put into it at every position.
package struct ChangeDetector: Sendable {
    /// Frames that the slow comparison looks back.
    private static let reach = 4
    /// Frames that a return is looked for in.
    private static let memory = 3

    private var novelty = AdaptiveLimit(floor: 0.4, ceiling: 2.5, factor: 3, quantile: 0.5, beginning: 0.4)
    private var total = AdaptiveLimit(floor: 1.6, ceiling: 20, factor: 2.5, quantile: 0.75, beginning: 6)
    private var drift = AdaptiveLimit(floor: 0.8, ceiling: 12, factor: 3, quantile: 0.75, beginning: 0.8)
    /// The frames before, newest last.
    private var recent: [ThumbnailEnvelope] = []
    /// How many of `recent`, from the newest back, are not older than the last sample.
    private var sinceSample = 0
    /// Frames since the first one, or since one that differed from the frame before it as a change does.
    private var sinceStep = 0

    /// Begins with no frame seen.
    package init() {}

    /// Takes the next frame in presentation order. False for the first one: there is nothing to compare it with.
    package mutating func isChange(_ thumbnail: LumaThumbnail) -> Bool {
        let frame = ThumbnailEnvelope(thumbnail)
        guard let previous = recent.last else {
            keep(frame, asReference: true)
            return false
        }
        let step = previous.difference(to: frame)
        let isStep = novelty.isExceeded(by: step.novelty) || total.isExceeded(by: step.total)
        let slow = recent[recent.count - sinceSample].difference(to: frame).novelty
        let isChange = isStep || sinceSample >= 2 && drift.isExceeded(by: slow)
        // Drift is learnt whether or not it was found to be a change, or a fast pan would stay one for ever; but not
        // across a cut or a flash.
        sinceStep = isStep ? 0 : min(sinceStep + 1, Self.reach)
        if sinceStep == Self.reach, recent.count == Self.reach {
            drift.add(recent[0].difference(to: frame).novelty)
        }
        var usual = step
        for earlier in recent.suffix(Self.memory).dropLast() {
            let back = earlier.difference(to: frame)
            usual.novelty = min(usual.novelty, back.novelty)
            usual.total = min(usual.total, back.total)
        }
        novelty.add(usual.novelty)
        total.add(usual.total)
        keep(frame, asReference: isChange)
        return isChange
    }

    /// Says that the newest frame is sampled for another reason, so that later ones are compared with it.
    package mutating func noteSample() { sinceSample = min(recent.count, 1) }

    /// Forgets everything: after a seek, gap, loss or change of format.
    package mutating func reset() { self = ChangeDetector() }

    private mutating func keep(_ frame: ThumbnailEnvelope, asReference: Bool) {
        if recent.count == Self.reach { recent.removeFirst() }
        recent.append(frame)
        sinceSample = asReference ? 1 : min(sinceSample + 1, recent.count)
    }
}
