package import SafeMediaFrames

extension PixelFormat {
    /// Whether the painters can write pictures of this format; where they cannot, convert the picture first.
    package var canBePainted: Bool { addressingObstacle == nil }
}
