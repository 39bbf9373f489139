public import SafeMediaKit

extension SafeMediaVerdict {
    /// Safe.
    public static let mockSafe = SafeMediaVerdict(
        sensitivity: .safe, contentTypes: [], guidance: .none, availability: .available)

    /// Nudity, with the advice to tell the viewer.
    public static let mockSensitive = SafeMediaVerdict(
        sensitivity: .sensitive, contentTypes: [.nudity],
        guidance: SafeMediaGuidance(
            shouldIndicateSensitivity: true, shouldInterruptVideo: false, shouldMuteAudio: false),
        availability: .available)

    /// Nudity, with all advice there is.
    public static let mockSensitiveVideo = SafeMediaVerdict(
        sensitivity: .sensitive, contentTypes: [.nudity],
        guidance: SafeMediaGuidance(shouldIndicateSensitivity: true, shouldInterruptVideo: true, shouldMuteAudio: true),
        availability: .available)

    /// Unknown, because analysis is switched off.
    public static let mockUnknownUnavailable = SafeMediaVerdict(
        sensitivity: .unknown, contentTypes: [], guidance: .none,
        availability: .unavailable(.analysisPolicyDisabled))
}
