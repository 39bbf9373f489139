import SafeMediaKit

extension SafeMediaPolicy {
    /// A policy of five actions, to be told apart by the test.
    static func actions(
        sensitive: SafeMediaAction = .blur, unknown: SafeMediaAction = .blur, unavailable: SafeMediaAction = .blur,
        failure: SafeMediaAction = .blur, stream: SafeMediaAction? = nil
    ) -> SafeMediaPolicy {
        SafeMediaPolicy(
            sensitiveAction: sensitive, unknownAction: unknown, unavailableAction: unavailable, failureAction: failure,
            allowReveal: true, allowReport: true, streamSensitiveAction: stream)
    }
}

extension SafeMediaVerdict {
    /// The model could not tell.
    static let couldNotTell = SafeMediaVerdict(
        sensitivity: .unknown, contentTypes: [], guidance: .none, availability: .available)
}

let everyAction: [SafeMediaAction] = [.allow, .blur, .blurWithReveal, .block, .interruptVideo, .muteAudio]
