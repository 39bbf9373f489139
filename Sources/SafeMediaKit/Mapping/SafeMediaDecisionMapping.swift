/// The one place where a verdict becomes a decision: for finite media, for live video and for the gate of a pipeline.
package enum SafeMediaDecisionMapping {
    /// The decision about finite media.
    ///
    /// Sensitive counts whatever the availability says; safe counts only from an analyzer that was available.
    package static func decision(
        for verdict: SafeMediaVerdict, context: SafeMediaContext, policy: SafeMediaPolicy
    ) -> SafeMediaDecision {
        let (action, reason) = rule(for: verdict, sensitiveAction: policy.sensitiveAction, policy: policy)
        return SafeMediaDecision(action: action, verdict: verdict, context: context, policy: policy, reason: reason)
    }

    /// The decision about finite media where analysis is unavailable.
    package static func unavailable(
        _ availability: SafeMediaAvailability, context: SafeMediaContext, policy: SafeMediaPolicy
    ) -> SafeMediaDecision {
        SafeMediaDecision(
            action: policy.unavailableAction, verdict: .unknown(availability), context: context, policy: policy,
            reason: .unavailableByPolicy)
    }

    /// The decision about finite media that could not be judged.
    package static func failure(context: SafeMediaContext, policy: SafeMediaPolicy) -> SafeMediaDecision {
        SafeMediaDecision(
            action: policy.failureAction, verdict: .unknown(.available), context: context, policy: policy,
            reason: .analysisFailed)
    }

    /// The decision about live video: as for finite media, but sensitive means `streamSensitiveAction` where there is
    /// one.
    package static func streamDecision(for verdict: SafeMediaVerdict, policy: SafeMediaPolicy) -> SafeMediaDecision {
        let sensitiveAction = policy.streamSensitiveAction ?? policy.sensitiveAction
        let (action, reason) = rule(for: verdict, sensitiveAction: sensitiveAction, policy: policy)
        return SafeMediaDecision(action: action, verdict: verdict, context: .liveVideo, policy: policy, reason: reason)
    }

    /// The decision about live video where analysis is unavailable.
    package static func streamUnavailable(
        _ availability: SafeMediaAvailability, policy: SafeMediaPolicy
    ) -> SafeMediaDecision {
        unavailable(availability, context: .liveVideo, policy: policy)
    }

    /// The decision about live video whose analysis failed or ended by itself.
    package static func streamFailure(policy: SafeMediaPolicy) -> SafeMediaDecision {
        failure(context: .liveVideo, policy: policy)
    }

    private static func rule(
        for verdict: SafeMediaVerdict, sensitiveAction: SafeMediaAction, policy: SafeMediaPolicy
    ) -> (SafeMediaAction, SafeMediaDecisionReason) {
        switch (verdict.sensitivity, verdict.availability) {
        case (.sensitive, _): (sensitiveAction, .sensitiveDetected)
        case (.safe, .available): (.allow, .safe)
        case (.unknown, .available): (policy.unknownAction, .unknownByPolicy)
        case (.safe, .unavailable), (.unknown, .unavailable): (policy.unavailableAction, .unavailableByPolicy)
        }
    }
}
