public import SafeMediaFrames

/// How long live frames are held so that verdicts can cover them. Files are held as long as it takes.
public enum HoldBack: Sendable, Hashable {
    /// Follows the measured time of inference, up to two seconds.
    case automatic
    /// Always so long: more than nothing, at most 10 s. A length too short for the model makes frames late, never clear.
    case time(StreamTime)
    /// Not at all: frames pass by the gate's present state, which can leak up to one detection delay.
    case immediate
}
