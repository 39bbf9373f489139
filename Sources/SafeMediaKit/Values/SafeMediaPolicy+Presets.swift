extension SafeMediaPolicy {
    /// For adults: finite media is blurred until revealed, everything else is shown.
    public static let adultMinimal = SafeMediaPolicy(
        sensitiveAction: .blurWithReveal, unknownAction: .allow, unavailableAction: .allow, failureAction: .allow,
        allowReveal: true, allowReport: false, streamSensitiveAction: .allow)

    /// For teenagers' messages: whatever is not known to be safe is blurred until revealed.
    public static let teenMessaging = SafeMediaPolicy(
        sensitiveAction: .blurWithReveal, unknownAction: .blurWithReveal, unavailableAction: .blurWithReveal,
        failureAction: .blurWithReveal, allowReveal: true, allowReport: true, streamSensitiveAction: .blurWithReveal)

    /// For children: whatever is not known to be safe is blocked, and live video is interrupted.
    public static let childStrict = SafeMediaPolicy(
        sensitiveAction: .block, unknownAction: .block, unavailableAction: .block, failureAction: .block,
        allowReveal: false, allowReport: true, streamSensitiveAction: .interruptVideo)

    /// The former name of `childStrict`.
    @available(*, deprecated, renamed: "childStrict")
    public static let classroomStrict = childStrict
}
