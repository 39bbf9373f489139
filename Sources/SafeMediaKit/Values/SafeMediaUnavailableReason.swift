/// Why analysis cannot be had.
public enum SafeMediaUnavailableReason: Sendable, Hashable {
    /// The platform has no analysis at all.
    case unsupportedPlatform
    /// Analysis is switched off.
    case analysisPolicyDisabled
    /// The runtime or the model is not installed.
    case missingFramework
    /// The analyzer does not judge media of this kind.
    case unsupportedMediaType
}
