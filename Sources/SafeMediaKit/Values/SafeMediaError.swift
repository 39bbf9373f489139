/// Why media could not be loaded or analyzed.
public enum SafeMediaError: Error, Sendable, Equatable {
    /// The platform has no analysis.
    case unsupportedPlatform
    /// The analyzer does not judge media of this kind.
    case unsupportedMediaType
    /// The image could not be read or decoded.
    case imageLoadingFailed
    /// Analysis failed, with one line that says how.
    case analysisFailed(String)
}
