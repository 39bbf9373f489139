/// All that an overlay in front of concealed media needs to draw itself and to act.
public struct SafeMediaOverlayState: Sendable {
    /// The decision that is shown.
    public let decision: SafeMediaDecision
    /// The texts and settings in force.
    public let configuration: SafeMediaImageConfiguration
    /// The configuration's title for the decision: the unavailable one where analysis was unavailable, else the blocked
    /// one where media is blocked, else the warning.
    public let title: String
    /// The configuration's message, chosen like the title.
    public let message: String
    /// Whether the viewer may reveal: there is an image, the action is `blurWithReveal`, and the policy allows it.
    public let canReveal: Bool
    /// Whether a report button is to be shown: the configuration has one and the policy allows reports.
    public let canReport: Bool
    /// Reveals; does nothing where `canReveal` is false, whatever an overlay draws.
    public let reveal: @MainActor @Sendable () -> Void
    /// Reports.
    public let report: @MainActor @Sendable () -> Void

    /// Makes the state for a decision, which may be invented, for previews and tests.
    ///
    /// - Parameters:
    ///   - decision: what to show.
    ///   - configuration: the texts and settings.
    ///   - hasImage: whether there is an image that could be revealed.
    ///   - onReveal: what `reveal` does where it may.
    ///   - onReport: what `report` does.
    public init(
        decision: SafeMediaDecision, configuration: SafeMediaImageConfiguration, hasImage: Bool,
        onReveal: @escaping @MainActor @Sendable () -> Void, onReport: @escaping @MainActor @Sendable () -> Void
    ) {
        self.decision = decision
        self.configuration = configuration
        (title, message) = Self.text(for: decision, in: configuration)
        let canReveal = hasImage && decision.action == .blurWithReveal && decision.policy.allowReveal
        self.canReveal = canReveal
        canReport = configuration.showsReportButton && decision.policy.allowReport
        reveal = { if canReveal { onReveal() } }
        report = onReport
    }

    private static func text(
        for decision: SafeMediaDecision, in configuration: SafeMediaImageConfiguration
    ) -> (title: String, message: String) {
        if decision.reason == .unavailableByPolicy {
            (configuration.unavailableTitle, configuration.unavailableMessage)
        } else if decision.action == .block {
            (configuration.blockedTitle, configuration.blockedMessage)
        } else {
            (configuration.warningTitle, configuration.warningMessage)
        }
    }
}
