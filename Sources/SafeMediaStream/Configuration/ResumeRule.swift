public import SafeMediaFrames

/// What opens the gate after sensitive content has closed it.
public enum ResumeRule: Sendable, Hashable {
    /// Only a continue.
    case manual
    /// A continue, or this much stream time of safe samples without a loss.
    case whenSafe(StreamTime)
}
