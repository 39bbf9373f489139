/// The texts and settings of a view that shows media, or stands in its place.
public struct SafeMediaImageConfiguration: Sendable, Hashable {
    /// The radius, in points, that views blur with; never negative.
    public var blurRadius: Double {
        didSet { blurRadius = Self.clamped(blurRadius) }
    }
    /// Whether a report button is shown where the policy allows reports.
    public var showsReportButton: Bool
    /// The title over concealed media.
    public var warningTitle: String
    /// The message over concealed media.
    public var warningMessage: String
    /// The title where analysis is unavailable.
    public var unavailableTitle: String
    /// The message where analysis is unavailable.
    public var unavailableMessage: String
    /// The title in place of blocked media.
    public var blockedTitle: String
    /// The message in place of blocked media.
    public var blockedMessage: String
    /// The text shown while media is loaded and judged.
    public var loadingTitle: String
    /// The title of the button that reveals.
    public var revealButtonTitle: String
    /// The title of the button that reports.
    public var reportButtonTitle: String

    /// Makes a configuration; every part has a default in English.
    public init(
        blurRadius: Double = 18,
        showsReportButton: Bool = true,
        warningTitle: String = "This may be sensitive",
        warningMessage: String = "You can choose whether to view it.",
        unavailableTitle: String = "Sensitive Content Analysis is off",
        unavailableMessage: String =
            "This media could not be checked. Install the analysis runtime and its model to turn on warnings.",
        blockedTitle: String = "Media hidden",
        blockedMessage: String = "This media is hidden by the current safety policy.",
        loadingTitle: String = "Scanning media",
        revealButtonTitle: String = "Show",
        reportButtonTitle: String = "Report"
    ) {
        self.blurRadius = Self.clamped(blurRadius)
        self.showsReportButton = showsReportButton
        self.warningTitle = warningTitle
        self.warningMessage = warningMessage
        self.unavailableTitle = unavailableTitle
        self.unavailableMessage = unavailableMessage
        self.blockedTitle = blockedTitle
        self.blockedMessage = blockedMessage
        self.loadingTitle = loadingTitle
        self.revealButtonTitle = revealButtonTitle
        self.reportButtonTitle = reportButtonTitle
    }

    /// The defaults.
    public static let `default` = SafeMediaImageConfiguration()

    private static func clamped(_ radius: Double) -> Double { radius > 0 ? radius : 0 }
}
