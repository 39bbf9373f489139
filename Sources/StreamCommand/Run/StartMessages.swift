import SafeMediaKit
import SafeMediaStream

/// What is said before a run begins.
package enum StartMessages {
    package static func messages(_ options: CommandOptions) -> [(text: String, importance: EventMessage.Importance)] {
        let models = options.analyzers.map(\.name).joined(separator: " and ")
        var messages: [(String, EventMessage.Importance)] = [
            ("policy \(options.policyName), judged by \(models)", .normal)
        ]
        let policy = options.policy
        // Silent frames pass unjudged all the same.
        let passing: Set<SafeMediaAction> = [.allow, .muteAudio]
        let causes = [
            passing.contains(policy.unavailableAction) ? "while no model is available" : nil,
            passing.contains(policy.failureAction) ? "while analysis fails" : nil,
        ].compactMap { $0 }
        if !causes.isEmpty {
            messages.append(
                (
                    "warning: policy \(options.policyName) lets frames pass without analysis "
                        + "\(causes.joined(separator: " and ")); such frames are counted as unverified",
                    .warning
                ))
        }
        // The pipeline says so itself; a quiet run would not show it.
        if options.holdBack == .immediate, options.verbosity == .quiet {
            messages.append(("warning: --hold-back immediate can leak up to one detection delay", .warning))
        }
        if options.analyzers == [.testPattern] {
            messages.append(("only the test pattern is looked for; nothing else is judged sensitive", .normal))
        }
        if !options.refusesCopy {
            messages.append(
                ("copying is not there yet; video is re-encoded", options.wantsCopy ? .normal : .detail))
        }
        return messages
    }
}
