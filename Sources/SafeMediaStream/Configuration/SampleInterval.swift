public import SafeMediaFrames

/// How often a frame is given to the model. Cuts, flashes, gaps and ends are sampled besides.
public enum SampleInterval: Sendable, Hashable {
    /// Every frame.
    case everyFrame
    /// At least once in this much stream time.
    case time(StreamTime)

    /// Five times a second.
    public static let standard = SampleInterval.time(StreamTime(nanoseconds: 200_000_000))
}
