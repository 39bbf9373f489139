import SafeMediaStream

/// The key `c`: a person reveals what the decision that they have seen conceals.
package enum RevealKey {
    package static func press(_ console: Console, _ control: (any RunControl)?) {
        guard let control, let decision = console.decisionMeant() else {
            console.say("there is no decision to continue after")
            return
        }
        do {
            try control.reveal(after: decision)
            console.say("continued after decision \(decision)")
        } catch {
            console.say("refused: \(RefusalText.sentence(error, decision: decision))")
        }
    }
}
