public import Foundation

/// Finite media to judge.
public enum SafeMediaSource: Sendable, Hashable {
    /// An image in a local file.
    case imageFile(URL)
    /// A video in a local file.
    case videoFile(URL)
    /// An image in memory.
    case image(SafeMediaPixelImage)
}
