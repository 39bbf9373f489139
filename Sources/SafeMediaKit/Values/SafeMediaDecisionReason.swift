/// Why a decision came out as it did.
public enum SafeMediaDecisionReason: Sendable, Hashable {
    /// Nothing sensitive was found.
    case safe
    /// Sensitive content was found.
    case sensitiveDetected
    /// The analyzer could not tell, and the policy said what to do.
    case unknownByPolicy
    /// Analysis was unavailable, and the policy said what to do.
    case unavailableByPolicy
    /// Analysis failed.
    case analysisFailed
}
