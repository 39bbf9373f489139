/// What to do about one piece of media, and why.
public struct SafeMediaDecision: Sendable, Hashable {
    /// What to do.
    public var action: SafeMediaAction
    /// The verdict behind it.
    public var verdict: SafeMediaVerdict
    /// Where the media is about to be seen.
    public var context: SafeMediaContext
    /// The policy that was applied.
    public var policy: SafeMediaPolicy
    /// Why.
    public var reason: SafeMediaDecisionReason

    /// Makes a decision of its parts.
    public init(
        action: SafeMediaAction, verdict: SafeMediaVerdict, context: SafeMediaContext, policy: SafeMediaPolicy,
        reason: SafeMediaDecisionReason
    ) {
        self.action = action
        self.verdict = verdict
        self.context = context
        self.policy = policy
        self.reason = reason
    }
}
