/// What stands in place of a picture that may not be seen.
public enum Concealment: Sendable, Hashable {
    /// Black.
    case blank
    /// The last frame that was released in the clear; black while there is none.
    case freeze
    /// The picture reduced to at most 24 samples across its longer side, smoothly filled.
    case blur
    /// The picture reduced to at most 24 flat tiles across its longer side.
    case mosaic
    /// A ready picture; the built-in neutral one where `picture` is nil.
    ///
    /// - Parameter picture: the path of an image file that FFmpeg reads; scaled to fit, on black.
    case slate(picture: String? = nil)
}
