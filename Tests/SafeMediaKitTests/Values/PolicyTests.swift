import SafeMediaKit
import Testing

@Suite struct PolicyTests {
    struct Row: Sendable {
        let policy: SafeMediaPolicy
        let finite: SafeMediaAction
        let live: SafeMediaAction
        let otherwise: SafeMediaAction
        let reveal: Bool
        let report: Bool
    }

    @Test(arguments: [
        Row(
            policy: .adultMinimal, finite: .blurWithReveal, live: .allow, otherwise: .allow, reveal: true,
            report: false),
        Row(
            policy: .teenMessaging, finite: .blurWithReveal, live: .blurWithReveal, otherwise: .blurWithReveal,
            reveal: true, report: true),
        Row(
            policy: .childStrict, finite: .block, live: .interruptVideo, otherwise: .block, reveal: false,
            report: true),
    ])
    func presetsAreTheTable(row: Row) {
        #expect(row.policy.sensitiveAction == row.finite)
        #expect(row.policy.streamSensitiveAction == row.live)
        #expect(row.policy.unknownAction == row.otherwise)
        #expect(row.policy.unavailableAction == row.otherwise)
        #expect(row.policy.failureAction == row.otherwise)
        #expect(row.policy.allowReveal == row.reveal)
        #expect(row.policy.allowReport == row.report)
        #expect(row.policy.blurRadius == 18)
    }

    @Test func withoutAStreamActionThereIsNone() {
        let policy = SafeMediaPolicy(
            sensitiveAction: .block, unknownAction: .allow, unavailableAction: .blur, failureAction: .muteAudio,
            allowReveal: false, allowReport: true, blurRadius: 3)
        #expect(policy.streamSensitiveAction == nil)
        #expect(policy.blurRadius == 3)
    }

    @Test(arguments: [-1, -Double.infinity, .nan, -0.0])
    func blurRadiusIsNeverNegative(radius: Double) {
        var policy = SafeMediaPolicy(
            sensitiveAction: .blur, unknownAction: .blur, unavailableAction: .blur, failureAction: .blur,
            allowReveal: true, allowReport: true, blurRadius: radius, streamSensitiveAction: nil)
        #expect(policy.blurRadius == 0)
        policy.blurRadius = 7
        policy.blurRadius = radius
        #expect(policy.blurRadius == 0)
    }
}
