import SafeMediaFrames

/// A frame that has not left yet, and what is known of how it will.
struct HeldFrame {
    enum Coverage {
        /// Not known yet.
        case open
        /// Verdicts cover it.
        case covered
        /// They do not.
        case uncovered(Treatment.Reason)
        /// There is no analysis, and the policy lets it pass.
        case unverified
    }

    let frame: GateFrame
    var coverage: Coverage
    /// The decision that conceals it.
    var closedBy: Int?
    var isMuted = false
    var isSampled = false
}
