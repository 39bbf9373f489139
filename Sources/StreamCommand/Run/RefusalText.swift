package import SafeMediaStream

/// Refused continues, as a word for programs and a sentence for people.
package enum RefusalText {
    package static func code(_ refusal: ContinueRefusal) -> String {
        switch refusal {
        case .nothingToContinue: "nothingToContinue"
        case .staleDecision: "staleDecision"
        case .revealNotAllowed: "revealNotAllowed"
        case .stoppedByPolicy: "stoppedByPolicy"
        }
    }

    package static func sentence(_ refusal: ContinueRefusal, decision: Int) -> String {
        switch refusal {
        case .nothingToContinue: "no decision waits for a continue"
        case .staleDecision(let current?): "decision \(decision) is over; decision \(current) conceals now"
        case .staleDecision(nil): "decision \(decision) is over; no decision conceals now"
        case .revealNotAllowed: "the policy does not let viewers reveal what it conceals"
        case .stoppedByPolicy: "the policy has closed this video for good"
        }
    }
}
