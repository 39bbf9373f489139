/// What is done about each kind of verdict.
///
/// The presets are starting points for user experience, not legal classifications or guarantees of safety.
public struct SafeMediaPolicy: Sendable, Hashable {
    /// For sensitive finite media, and for live video where `streamSensitiveAction` is nil.
    public var sensitiveAction: SafeMediaAction
    /// Where the analyzer could not tell.
    public var unknownAction: SafeMediaAction
    /// Where analysis is unavailable.
    public var unavailableAction: SafeMediaAction
    /// Where analysis failed.
    public var failureAction: SafeMediaAction
    /// Whether a viewer may reveal concealed media.
    public var allowReveal: Bool
    /// Whether a viewer may report media.
    public var allowReport: Bool
    /// The radius, in points, that custom views blur with; never negative.
    public var blurRadius: Double {
        didSet { blurRadius = Self.clamped(blurRadius) }
    }
    /// For sensitive live video; nil means `sensitiveAction`.
    public var streamSensitiveAction: SafeMediaAction?

    /// Makes a policy that treats live video like finite media.
    public init(
        sensitiveAction: SafeMediaAction, unknownAction: SafeMediaAction, unavailableAction: SafeMediaAction,
        failureAction: SafeMediaAction, allowReveal: Bool, allowReport: Bool, blurRadius: Double = 18
    ) {
        self.init(
            sensitiveAction: sensitiveAction, unknownAction: unknownAction, unavailableAction: unavailableAction,
            failureAction: failureAction, allowReveal: allowReveal, allowReport: allowReport, blurRadius: blurRadius,
            streamSensitiveAction: nil)
    }

    /// Makes a policy with an action of its own for sensitive live video.
    public init(
        sensitiveAction: SafeMediaAction, unknownAction: SafeMediaAction, unavailableAction: SafeMediaAction,
        failureAction: SafeMediaAction, allowReveal: Bool, allowReport: Bool, blurRadius: Double = 18,
        streamSensitiveAction: SafeMediaAction?
    ) {
        self.sensitiveAction = sensitiveAction
        self.unknownAction = unknownAction
        self.unavailableAction = unavailableAction
        self.failureAction = failureAction
        self.allowReveal = allowReveal
        self.allowReport = allowReport
        self.blurRadius = Self.clamped(blurRadius)
        self.streamSensitiveAction = streamSensitiveAction
    }

    private static func clamped(_ radius: Double) -> Double { radius > 0 ? radius : 0 }
}
