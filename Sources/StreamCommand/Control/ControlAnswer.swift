import SafeMediaStream

/// Carries out lines of the control socket and answers them.
package enum ControlAnswer {
    /// The answer to one line.
    package static func answer(to line: [UInt8], _ control: (any RunControl)?) -> JSONValue {
        do {
            return .object([("ok", .bool(true))] + (try carryOut(ControlCommand(line: line), control)))
        } catch {
            return json(error)
        }
    }

    package static func json(_ failure: ControlFailure) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("ok", .bool(false)), ("error", .string(failure.code)), ("message", .string(failure.message)),
        ]
        if let current = failure.current { members.append(("current", .integer(current))) }
        return .object(members)
    }

    private static func carryOut(
        _ command: ControlCommand, _ control: (any RunControl)?
    ) throws(ControlFailure) -> [(key: String, value: JSONValue)] {
        guard let control else { throw ControlFailure("notReady", "the run has not begun yet") }
        switch command {
        case .reveal(let decision):
            do {
                try control.reveal(after: decision)
            } catch {
                var failure = ControlFailure(
                    RefusalText.code(error), RefusalText.sentence(error, decision: decision))
                if case .staleDecision(let current) = error { failure.current = current }
                throw failure
            }
            return [("decision", .integer(decision))]
        case .conceal:
            control.conceal()
            return []
        case .open:
            control.open()
            return []
        case .status: return [("status", .object(members(control.status)))]
        }
    }

    private static func members(_ status: StreamStatus) -> [(key: String, value: JSONValue)] {
        EventEncoder.counts(status.summary) + [
            ("isConcealed", .bool(status.isConcealed)),
            ("closedBy", status.closedBy.map { .integer($0) } ?? .null),
            ("isClosedByOperator", .bool(status.isClosedByOperator)),
            ("isStoppedByPolicy", .bool(status.isStoppedByPolicy)),
            ("isAnalysisAttached", .bool(status.isAnalysisAttached)),
            ("holdBack", .time(status.holdBack)),
        ]
    }
}
