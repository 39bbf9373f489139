import SafeMediaFrames
import SafeMediaKit

/// What the gate knows of the sessions of analysis (rule 5).
struct AnalysisSession {
    enum State {
        /// Begun or about to be begun again; no answer can come yet.
        case starting
        /// Samples are handed over.
        case attached
        /// The app has ended it.
        case detached
        /// No session will be begun any more.
        case over
    }

    /// A time without analysis.
    struct Outage {
        /// What the policy does meanwhile.
        let action: SafeMediaAction
        /// The decision it became; nil where the engine was not told.
        let decision: Int?

        /// Whether frames pass.
        var passes: Bool { action == .allow || action == .muteAudio }
        /// Whether the sound of frames that pass is silent.
        var mutes: Bool { action == .muteAudio }
    }

    var state = State.starting
    /// The number of the present session; answers to an earlier one's samples are ignored.
    private(set) var number = 0
    /// Failed samples since the last answer.
    var failuresInRow = 0
    /// Sessions in a row that ended without any answer.
    private(set) var unanswered = 0
    var outage: Outage?
    /// A call has hung, and its sample is still to be judged.
    var isStuck = false
    /// When the model was last given something to do while idle, or last answered.
    var waitingSince = StreamTime.zero
    /// How often a session has been begun again since the last answer.
    private var restarts = 0
    private var hasAnswered = false

    /// Failed samples in a row that end a session.
    static let failureLimit = 3
    /// Sessions in a row without an answer that end analysis of a file.
    static let unansweredLimit = 3
    private static let firstDelay = StreamTime(nanoseconds: 500_000_000)
    private static let longestDelay = StreamTime(seconds: 30)

    var isAttached: Bool { state == .attached }

    mutating func attach() {
        state = .attached
        number += 1
        failuresInRow = 0
        isStuck = false
        hasAnswered = false
    }

    mutating func didAnswer() {
        failuresInRow = 0
        unanswered = 0
        restarts = 0
        hasAnswered = true
        outage = nil
    }

    /// The session is over; another is to come.
    mutating func didFail() {
        state = .starting
        if !hasAnswered { unanswered += 1 }
        hasAnswered = false
    }

    /// How long to wait before the next attempt of a live pipeline: twice as long each time.
    mutating func nextDelay() -> StreamTime {
        let delay = min(Self.firstDelay * Int64(1 << min(restarts, 10)), Self.longestDelay)
        restarts += 1
        return delay
    }
}
