import SafeMediaKit
import SafeMediaStream

/// The words that events and messages use for the kit's values: the names of its cases.
enum EventNames {
    static func name(_ action: SafeMediaAction) -> String {
        switch action {
        case .allow: "allow"
        case .blur: "blur"
        case .blurWithReveal: "blurWithReveal"
        case .block: "block"
        case .interruptVideo: "interruptVideo"
        case .muteAudio: "muteAudio"
        }
    }

    static func name(_ sensitivity: SafeMediaSensitivity) -> String {
        switch sensitivity {
        case .safe: "safe"
        case .sensitive: "sensitive"
        case .unknown: "unknown"
        }
    }

    static func name(_ type: SafeMediaContentType) -> String {
        switch type {
        case .nudity: "nudity"
        case .sexuallyExplicit: "sexuallyExplicit"
        case .goreOrViolence: "goreOrViolence"
        case .unknownSensitive: "unknownSensitive"
        }
    }

    static func name(_ reason: SafeMediaDecisionReason) -> String {
        switch reason {
        case .safe: "safe"
        case .sensitiveDetected: "sensitiveDetected"
        case .unknownByPolicy: "unknownByPolicy"
        case .unavailableByPolicy: "unavailableByPolicy"
        case .analysisFailed: "analysisFailed"
        }
    }

    static func name(_ availability: SafeMediaAvailability) -> String {
        switch availability {
        case .available: "available"
        case .unavailable(.unsupportedPlatform): "unsupportedPlatform"
        case .unavailable(.analysisPolicyDisabled): "analysisPolicyDisabled"
        case .unavailable(.missingFramework): "missingFramework"
        case .unavailable(.unsupportedMediaType): "unsupportedMediaType"
        }
    }

    static func name(_ reason: ConcealmentReason) -> String {
        switch reason {
        case .uncovered: "uncovered"
        case .decision: "decision"
        case .stopped: "stopped"
        case .operatorLatch: "operator"
        case .late: "late"
        case .damage: "damage"
        case .noAnalysis: "noAnalysis"
        }
    }

    static func name(_ outcome: StreamSummary.Outcome) -> String {
        switch outcome {
        case .running: "running"
        case .completed: "completed"
        case .stoppedByPolicy: "stoppedByPolicy"
        case .stopped: "stopped"
        case .failed: "failed"
        }
    }

    /// In the order of the kit's cases, so that equal sets are written alike.
    static func names(_ types: Set<SafeMediaContentType>) -> [String] {
        let order: [SafeMediaContentType] = [.nudity, .sexuallyExplicit, .goreOrViolence, .unknownSensitive]
        return order.filter(types.contains).map(name)
    }
}
