/// What an analyzer concluded.
public enum SafeMediaSensitivity: Sendable, Hashable {
    /// Nothing sensitive was found.
    case safe
    /// Sensitive content was found.
    case sensitive
    /// The analyzer could not tell.
    case unknown
}
