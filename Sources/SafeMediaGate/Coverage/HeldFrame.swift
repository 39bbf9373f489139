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
        /// There was no analysis when it was judged, and no latch was closed.
        case withoutAnalysis(AnalysisSession.Outage)
    }

    let frame: GateFrame
    /// How far away the frame before it is; zero for the first.
    let step: StreamTime
    var coverage: Coverage
    /// The decision that conceals it.
    var closedBy: Int?
    var isMuted = false
    /// Covered only because a reveal pardons what it shows.
    var isRevealed = false
    var isSampled = false
}
