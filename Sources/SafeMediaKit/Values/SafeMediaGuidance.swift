/// What an analyzer advises an app to do about what it found.
public struct SafeMediaGuidance: Sendable, Hashable {
    /// Tell the viewer that the content may be sensitive.
    public var shouldIndicateSensitivity: Bool
    /// Interrupt the video.
    public var shouldInterruptVideo: Bool
    /// Mute the sound.
    public var shouldMuteAudio: Bool

    /// Makes guidance of its three parts.
    public init(shouldIndicateSensitivity: Bool, shouldInterruptVideo: Bool, shouldMuteAudio: Bool) {
        self.shouldIndicateSensitivity = shouldIndicateSensitivity
        self.shouldInterruptVideo = shouldInterruptVideo
        self.shouldMuteAudio = shouldMuteAudio
    }

    /// No advice.
    public static let none = SafeMediaGuidance(
        shouldIndicateSensitivity: false, shouldInterruptVideo: false, shouldMuteAudio: false)
}
