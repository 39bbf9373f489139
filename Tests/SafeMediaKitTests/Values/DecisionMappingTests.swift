import SafeMediaKit
import Testing

@Suite struct DecisionMappingTests {
    static let verdicts: [SafeMediaVerdict] = [SafeMediaSensitivity.safe, .sensitive, .unknown].flatMap { sensitivity in
        [
            SafeMediaAvailability.available, .unavailable(.unsupportedPlatform), .unavailable(.analysisPolicyDisabled),
            .unavailable(.missingFramework), .unavailable(.unsupportedMediaType),
        ].map {
            SafeMediaVerdict(sensitivity: sensitivity, contentTypes: [], guidance: .none, availability: $0)
        }
    }

    static let policies: [SafeMediaPolicy] =
        [.adultMinimal, .teenMessaging, .childStrict]
        + everyAction.flatMap { action in
            [
                .actions(sensitive: action, unknown: .muteAudio, unavailable: .block, failure: .allow),
                .actions(
                    sensitive: .block, unknown: action, unavailable: .blur, failure: .interruptVideo, stream: .muteAudio
                ),
                .actions(
                    sensitive: .allow, unknown: .block, unavailable: action, failure: .blur, stream: .interruptVideo),
            ]
        }

    /// The table, written out a second time.
    static func expected(
        _ verdict: SafeMediaVerdict, _ policy: SafeMediaPolicy, live: Bool
    ) -> (SafeMediaAction, SafeMediaDecisionReason) {
        if verdict.sensitivity == .sensitive {
            return (
                live ? policy.streamSensitiveAction ?? policy.sensitiveAction : policy.sensitiveAction,
                .sensitiveDetected
            )
        }
        if verdict.availability != .available { return (policy.unavailableAction, .unavailableByPolicy) }
        return verdict.sensitivity == .safe ? (.allow, .safe) : (policy.unknownAction, .unknownByPolicy)
    }

    @Test(arguments: policies, verdicts)
    func finite(policy: SafeMediaPolicy, verdict: SafeMediaVerdict) {
        let decision = SafeMediaDecisionMapping.decision(for: verdict, context: .feedThumbnail, policy: policy)
        let (action, reason) = Self.expected(verdict, policy, live: false)
        #expect(
            decision
                == SafeMediaDecision(
                    action: action, verdict: verdict, context: .feedThumbnail, policy: policy, reason: reason))
    }

    @Test(arguments: policies, verdicts)
    func live(policy: SafeMediaPolicy, verdict: SafeMediaVerdict) {
        let decision = SafeMediaDecisionMapping.streamDecision(for: verdict, policy: policy)
        let (action, reason) = Self.expected(verdict, policy, live: true)
        #expect(
            decision
                == SafeMediaDecision(
                    action: action, verdict: verdict, context: .liveVideo, policy: policy, reason: reason))
    }

    @Test(arguments: everyAction)
    func failureHasAnUnknownVerdict(action: SafeMediaAction) {
        let policy = SafeMediaPolicy.actions(failure: action)
        let decision = SafeMediaDecisionMapping.streamFailure(policy: policy)
        #expect(decision.action == action)
        #expect(decision.reason == .analysisFailed)
        #expect(decision.context == .liveVideo)
        #expect(decision.verdict == .couldNotTell)
    }

    @Test(arguments: everyAction)
    func unavailabilityIsInTheVerdict(action: SafeMediaAction) {
        let policy = SafeMediaPolicy.actions(unavailable: action)
        let decision = SafeMediaDecisionMapping.streamUnavailable(.unavailable(.missingFramework), policy: policy)
        #expect(decision.action == action)
        #expect(decision.reason == .unavailableByPolicy)
        #expect(decision.verdict.availability == .unavailable(.missingFramework))
        #expect(decision.verdict.sensitivity == .unknown)
    }

    @Test func effectsOnAStream() {
        #expect(everyAction.map(\.streamEffect) == [.goesOn, .waits, .waits, .ends, .ends, .goesOn])
    }
}
