import SafeMediaFrames
import SafeMediaKit

/// What a verdict means to the gate under a policy.
enum VerdictMeaning {
    /// The frame may be seen.
    case clear
    /// Concealed until the next clear sample.
    case doubtful
    /// Concealed until continued.
    case latching(SafeMediaAction)
    /// Concealed for good.
    case stopping

    /// Maps a verdict with the same function that the engine uses.
    init(_ verdict: SafeMediaVerdict, policy: SafeMediaPolicy) {
        let action = SafeMediaDecisionMapping.streamDecision(for: verdict, policy: policy).action
        switch action {
        case .allow, .muteAudio: self = .clear
        case .block, .interruptVideo: self = .stopping
        case .blur, .blurWithReveal: self = verdict.sensitivity == .sensitive ? .latching(action) : .doubtful
        }
    }
}
