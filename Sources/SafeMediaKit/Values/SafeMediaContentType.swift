/// A kind of sensitive content.
public enum SafeMediaContentType: Sendable, Hashable {
    /// Nudity.
    case nudity
    /// Sexually explicit content.
    case sexuallyExplicit
    /// Gore or violence.
    case goreOrViolence
    /// Sensitive, of a kind the analyzer did not name.
    case unknownSensitive
}
