/// Whether an analyzer can work here and now.
public enum SafeMediaAvailability: Sendable, Hashable {
    /// Analysis can be asked for.
    case available
    /// Analysis cannot be had, and why.
    case unavailable(SafeMediaUnavailableReason)
}
