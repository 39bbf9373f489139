public import SafeMediaFrames

/// How often a frame is given to the model. Cuts, flashes, gaps and ends are sampled besides.
public enum SampleInterval: Sendable, Hashable {
    /// Every frame.
    case everyFrame
    /// At least once in this much stream time, which is longer than nothing.
    case time(StreamTime)

    /// Every 0.2 s of stream time.
    public static let standard = SampleInterval.time(StreamTime(nanoseconds: 200_000_000))
}
