package import SafeMediaFrames

/// How long live frames are held.
package enum HoldBackRule: Sendable, Hashable {
    /// Always so long.
    case fixed(StreamTime)
    /// As long as the measured time of inference asks for, up to this.
    case automatic(cap: StreamTime)

    /// Automatic, up to two seconds.
    package static let standard = HoldBackRule.automatic(cap: StreamTime(seconds: 2))
}
