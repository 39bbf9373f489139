import SafeMediaKit
package import SafeMediaStream

/// Events in words, for people.
package struct EventMessage: Sendable, Equatable {
    package enum Importance: Int, Sendable, Comparable {
        /// Printed with -v.
        case detail
        /// Printed unless -q was given.
        case normal
        /// Always printed.
        case warning

        package static func < (left: Importance, right: Importance) -> Bool { left.rawValue < right.rawValue }
    }

    package let text: String
    package let importance: Importance
    /// The decision that the line tells of, where it conceals something.
    package var decision: Int?

    /// - Parameter offersKey: whether the key `c` works, so that it can be offered.
    /// - Returns: nil for what is said otherwise: the end of the run.
    package init?(_ event: StreamEvent, offersKey: Bool) {
        switch event {
        case .preparing: self.init("analysis begins", .detail)
        case .ready: self.init("analysis is attached", .detail)
        case .decision(let decision): self.init(decision, offersKey: offersKey)
        case .concealed(let time, let reason, let decision):
            let cause = decision.map { "decision \($0)" } ?? Self.words(reason)
            self.init("\(ClockText.time(time)): concealed from here (\(cause))", .detail)
        case .resumed(let time): self.init("\(ClockText.time(time)): shown from here", .detail)
        case .late(let time, let frames):
            self.init("\(ClockText.time(time)): \(frames) frames concealed, their verdicts came too late", .detail)
        case .damage(let time, let message):
            self.init("\(ClockText.time(time)): the input is damaged: \(message)", .detail)
        case .unverified(let time):
            self.init(
                "warning: \(ClockText.time(time)): frames pass without analysis from here, as the policy allows",
                .warning)
        case .notice(let message): self.init(message, .normal)
        case .finished: return nil
        }
    }

    private init(_ text: String, _ importance: Importance, decision: Int? = nil) {
        self.text = text
        self.importance = importance
        self.decision = decision
    }

    private init(_ decision: StreamDecision, offersKey: Bool) {
        let action = decision.decision.action
        let verdict = decision.decision.verdict
        let place = decision.time.map { "\(ClockText.time($0)): " } ?? ""
        let types = EventNames.names(verdict.contentTypes).joined(separator: ", ")
        let cause =
            switch decision.decision.reason {
            case .safe: "safe"
            case .sensitiveDetected: "sensitive" + (types.isEmpty ? "" : " (\(types))")
            case .unknownByPolicy: "the model cannot tell"
            case .unavailableByPolicy: "no model is available (\(EventNames.name(verdict.availability)))"
            case .analysisFailed: "analysis failed"
            }
        let conceals = action != .allow && action != .muteAudio
        let hint = conceals && decision.allowsReveal && offersKey ? "; c reveals it" : ""
        self.init(
            "\(place)decision \(decision.number): \(cause): \(EventNames.name(action))\(hint)",
            conceals ? .normal : .detail, decision: conceals ? decision.number : nil)
    }

    private static func words(_ reason: ConcealmentReason) -> String {
        switch reason {
        case .uncovered: "no verdict covers it"
        case .decision: "a decision"
        case .stopped: "stopped by policy"
        case .operatorLatch: "by hand"
        case .late: "late"
        case .damage: "damage"
        case .noAnalysis: "no analysis"
        }
    }
}
