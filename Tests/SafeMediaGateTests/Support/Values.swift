import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// Milliseconds of stream time or of the monotonic clock.
func ms(_ value: Int64) -> StreamTime { StreamTime(nanoseconds: value * 1_000_000) }

extension FrameVerdict {
    static func of(
        _ sensitivity: SafeMediaSensitivity, _ types: Set<SafeMediaContentType> = [], mutes: Bool = false,
        availability: SafeMediaAvailability = .available
    ) -> FrameVerdict {
        FrameVerdict(
            verdict: SafeMediaVerdict(
                sensitivity: sensitivity, contentTypes: types,
                guidance: SafeMediaGuidance(
                    shouldIndicateSensitivity: sensitivity == .sensitive, shouldInterruptVideo: false,
                    shouldMuteAudio: mutes),
                availability: availability))
    }

    static let safe = of(.safe)
    static let unknown = of(.unknown)
    static let nude = of(.sensitive, [.nudity])
    static let gory = of(.sensitive, [.goreOrViolence])
}

extension SafeMediaPolicy {
    /// A policy that does the same about everything, unless told otherwise.
    static func all(
        _ action: SafeMediaAction, sensitive: SafeMediaAction? = nil, unknown: SafeMediaAction? = nil,
        unavailable: SafeMediaAction? = nil, failure: SafeMediaAction? = nil, allowReveal: Bool = true
    ) -> SafeMediaPolicy {
        SafeMediaPolicy(
            sensitiveAction: sensitive ?? action, unknownAction: unknown ?? action,
            unavailableAction: unavailable ?? action, failureAction: failure ?? action, allowReveal: allowReveal,
            allowReport: false)
    }
}
