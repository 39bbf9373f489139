/// What a session of live video tells an app. Events stay in the process.
public enum SafeMediaStreamEvent: Sendable, Hashable {
    /// Conceal the video now: analysis is about to begin, or to begin again. The first event of every start.
    case preparing
    /// The analyzer is attached. Nothing has been judged yet.
    case ready
    /// A verdict, unavailability or a failure led to a decision. Apply it before returning.
    case decision(SafeMediaDecision)
}
