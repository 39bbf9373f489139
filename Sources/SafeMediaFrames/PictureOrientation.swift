/// How a stored picture must be turned for a viewer: first mirrored left to right, then turned clockwise.
public struct PictureOrientation: Sendable, Hashable {
    /// Whether the stored picture is mirrored left to right before it is turned.
    public var isMirrored: Bool
    /// Quarter turns clockwise, 0 to 3.
    public var quarterTurns: Int

    /// Makes an orientation; turns beyond a full circle are folded.
    public init(isMirrored: Bool = false, quarterTurns: Int = 0) {
        self.isMirrored = isMirrored
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
    }

    /// The stored picture is already upright.
    public static let upright = PictureOrientation()

    /// Whether width and height change places.
    public var swapsSides: Bool { quarterTurns % 2 == 1 }
}
