/// How one released frame is shown and heard.
package struct Treatment: Sendable, Hashable {
    /// Why a picture is concealed.
    package enum Reason: Sendable, Hashable {
        /// No verdict covers it.
        case uncovered
        /// A decision conceals it.
        case decision
        /// The policy closed the gate for good.
        case stopped
        /// The operator closed the gate.
        case operatorLatch
        /// It reached its deadline uncovered.
        case late
        /// The decoder guessed it.
        case damage
        /// There is no analysis.
        case noAnalysis
    }

    /// The picture.
    package enum Picture: Sendable, Hashable {
        /// Shown as it is, covered by verdicts.
        case clear
        /// Shown as it is without analysis, as the policy allows.
        case unverified
        /// Replaced.
        case concealed(Reason)
    }

    /// The picture.
    package var picture: Picture
    /// The decision whose concealment applies, where one does.
    package var decision: Int?
    /// Whether the sound is silent from this frame to the next.
    package var isMuted: Bool

    /// Clear only by a reveal, or next to what is: no later concealment may fall back on this picture, since the reveal
    /// may be over by then.
    package var isRevealed: Bool

    /// Whether the picture itself may be seen.
    package var isShown: Bool { picture == .clear || picture == .unverified }

    package init(picture: Picture, decision: Int? = nil, isMuted: Bool, isRevealed: Bool = false) {
        self.picture = picture
        self.decision = decision
        self.isMuted = isMuted
        self.isRevealed = isRevealed
    }
}
