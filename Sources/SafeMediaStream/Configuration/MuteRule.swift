/// When the sound is silenced.
public enum MuteRule: Sendable, Hashable {
    /// While the picture is concealed, and where the action or the verdict's guidance says so.
    case automatic
    /// All the time.
    case always
    /// Never.
    case never
}
