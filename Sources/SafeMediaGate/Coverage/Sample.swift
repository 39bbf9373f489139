import SafeMediaFrames
import SafeMediaKit

/// One frame that was chosen for the model, and what became of it.
struct Sample {
    enum State {
        /// Not with the model: it waits for a session, or for the model to be free.
        case waiting
        /// With the model.
        case handedOver
        /// A newer sample took its place before the model was free.
        case skipped
        /// The model's answer.
        case answered(FrameVerdict)
        /// The model could not judge it.
        case failed
        /// The model did not answer in time.
        case hung
    }

    /// The frame's number.
    let frame: Int
    let time: StreamTime
    /// The picture had cut or flashed.
    let isChange: Bool
    /// How far away the frame before it is; zero for the first.
    let step: StreamTime
    /// Something between the sample before and this one forbids conclusions from one to the other.
    var isCutOff: Bool
    /// Something was lost since the sample before.
    var followsLoss: Bool
    var state: State = .waiting
    /// Its frame left before the answer came.
    var isLate = false
    /// Its outcome has been counted; judging a sample again must not count it twice.
    var isCounted = false
    /// The time without analysis in which it was first judged; judging it again must not take a later one for it.
    var outage: AnalysisSession.Outage?
    /// The last clear sample as it stood before this one was judged, so that a continue can judge again from here.
    var linkBefore: Link?
    /// Whether the sample before muted.
    var mutedBefore = false
}

/// The last clear sample with nothing doubtful since.
struct Link: Hashable {
    let frame: Int
    let time: StreamTime
}
