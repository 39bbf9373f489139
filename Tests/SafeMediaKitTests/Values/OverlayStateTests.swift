import SafeMediaKit
import Testing

@MainActor @Suite struct OverlayStateTests {
    static let configuration = SafeMediaImageConfiguration(
        warningTitle: "wt", warningMessage: "wm", unavailableTitle: "ut", unavailableMessage: "um", blockedTitle: "bt",
        blockedMessage: "bm")

    @MainActor final class Presses {
        var reveals = 0
        var reports = 0
    }

    func state(
        _ action: SafeMediaAction, _ reason: SafeMediaDecisionReason = .sensitiveDetected,
        policy: SafeMediaPolicy = .teenMessaging, configuration: SafeMediaImageConfiguration = configuration,
        hasImage: Bool = true, presses: Presses = Presses()
    ) -> SafeMediaOverlayState {
        SafeMediaOverlayState(
            decision: SafeMediaDecision(
                action: action, verdict: .couldNotTell, context: .incomingMessage, policy: policy, reason: reason),
            configuration: configuration, hasImage: hasImage, onReveal: { presses.reveals += 1 },
            onReport: { presses.reports += 1 })
    }

    @Test func textsFollowTheDecision() {
        #expect(state(.blur).title == "wt")
        #expect(state(.blurWithReveal, .analysisFailed).message == "wm")
        #expect(state(.block).title == "bt")
        #expect(state(.block, .analysisFailed).message == "bm")
        #expect(state(.block, .unavailableByPolicy).title == "ut")
        #expect(state(.blur, .unavailableByPolicy).message == "um")
    }

    @Test(arguments: everyAction, [true, false])
    func revealNeedsActionPolicyAndImage(action: SafeMediaAction, hasImage: Bool) {
        for policy in [SafeMediaPolicy.teenMessaging, .childStrict] {
            let presses = Presses()
            let state = state(action, policy: policy, hasImage: hasImage, presses: presses)
            let may = action == .blurWithReveal && hasImage && policy.allowReveal
            #expect(state.canReveal == may)
            state.reveal()
            #expect(presses.reveals == (may ? 1 : 0))
        }
    }

    @Test func reportNeedsConfigurationAndPolicy() {
        let without = SafeMediaImageConfiguration(showsReportButton: false)
        #expect(state(.blur).canReport)
        #expect(!state(.blur, configuration: without).canReport)
        #expect(!state(.blur, policy: .adultMinimal).canReport)
        let presses = Presses()
        state(.blur, policy: .adultMinimal, presses: presses).report()
        #expect(presses.reports == 1)
    }

    @Test func configurationHasDefaultsAndNoNegativeRadius() {
        let defaults = SafeMediaImageConfiguration.default
        #expect(defaults == SafeMediaImageConfiguration())
        #expect(defaults.blurRadius == 18)
        #expect(defaults.showsReportButton)
        for text in [
            defaults.warningTitle, defaults.warningMessage, defaults.unavailableTitle, defaults.unavailableMessage,
            defaults.blockedTitle, defaults.blockedMessage, defaults.loadingTitle, defaults.revealButtonTitle,
            defaults.reportButtonTitle,
        ] {
            #expect(!text.isEmpty)
        }
        #expect(SafeMediaImageConfiguration(blurRadius: -2).blurRadius == 0)
    }
}
