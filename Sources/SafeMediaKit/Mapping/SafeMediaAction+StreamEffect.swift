extension SafeMediaAction {
    /// How the action of a decision about live video bears on its session, once the handler has returned.
    package enum StreamEffect: Sendable, Hashable {
        /// The stream goes on by itself.
        case goesOn
        /// The stream waits until it is continued.
        case waits
        /// The session ends.
        case ends
    }

    /// How the action bears on a session of live video.
    package var streamEffect: StreamEffect {
        switch self {
        case .allow, .muteAudio: .goesOn
        case .blur, .blurWithReveal: .waits
        case .block, .interruptVideo: .ends
        }
    }
}
