/// What an app does about a decision.
public enum SafeMediaAction: Sendable, Hashable {
    /// Show it.
    case allow
    /// Conceal it, without a way to see it.
    case blur
    /// Conceal it, and let the viewer ask to see it.
    case blurWithReveal
    /// Do not show it.
    case block
    /// End the video.
    case interruptVideo
    /// Show it without sound.
    case muteAudio
}
