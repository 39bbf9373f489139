/// What an analyzer said of one piece of media.
public struct SafeMediaVerdict: Sendable, Hashable {
    /// The conclusion.
    public var sensitivity: SafeMediaSensitivity
    /// The kinds of content found.
    public var contentTypes: Set<SafeMediaContentType>
    /// Advice.
    public var guidance: SafeMediaGuidance
    /// Whether the analysis behind the verdict was available.
    public var availability: SafeMediaAvailability

    /// Makes a verdict of its parts.
    public init(
        sensitivity: SafeMediaSensitivity, contentTypes: Set<SafeMediaContentType>, guidance: SafeMediaGuidance,
        availability: SafeMediaAvailability
    ) {
        self.sensitivity = sensitivity
        self.contentTypes = contentTypes
        self.guidance = guidance
        self.availability = availability
    }
}
