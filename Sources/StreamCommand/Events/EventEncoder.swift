import SafeMediaKit
import SafeMediaStream

/// Events as JSON objects; docs/events.md describes each.
package enum EventEncoder {
    package static func json(_ event: CommandEvent) -> JSONValue {
        switch event {
        case .stream(let event): json(event)
        case .error(let message): object("error", [("message", .string(Redactor.redact(message)))])
        }
    }

    /// A gap that a slow reader caused.
    package static func dropped(_ lines: Int) -> JSONValue { object("dropped", [("lines", .integer(lines))]) }

    private static func json(_ event: StreamEvent) -> JSONValue {
        switch event {
        case .preparing: object("preparing", [])
        case .ready: object("ready", [])
        case .decision(let decision): object("decision", members(decision))
        case .concealed(let time, let reason, let decision):
            object(
                "concealed",
                [
                    ("time", .time(time)), ("reason", .string(EventNames.name(reason))),
                    ("decision", decision.map { .integer($0) } ?? .null),
                ])
        case .resumed(let time): object("resumed", [("time", .time(time))])
        case .late(let time, let frames): object("late", [("time", .time(time)), ("frames", .integer(frames))])
        case .damage(let time, let message):
            object("damage", [("time", .time(time)), ("message", .string(Redactor.redact(message)))])
        case .unverified(let time): object("unverified", [("time", .time(time))])
        case .notice(let message): object("notice", [("message", .string(Redactor.redact(message)))])
        case .finished(let summary):
            object("finished", [("outcome", .string(EventNames.name(summary.outcome)))] + counts(summary))
        }
    }

    private static func members(_ decision: StreamDecision) -> [(key: String, value: JSONValue)] {
        let verdict = decision.decision.verdict
        let guidance = verdict.guidance
        let scores = decision.scores.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSONValue.number($0.value)) }
        return [
            ("number", .integer(decision.number)),
            ("time", decision.time.map { .time($0) } ?? .null),
            ("action", .string(EventNames.name(decision.decision.action))),
            ("reason", .string(EventNames.name(decision.decision.reason))),
            ("sensitivity", .string(EventNames.name(verdict.sensitivity))),
            ("contentTypes", .array(EventNames.names(verdict.contentTypes).map { .string($0) })),
            ("scores", .object(scores)),
            (
                "guidance",
                .object([
                    ("indicateSensitivity", .bool(guidance.shouldIndicateSensitivity)),
                    ("interruptVideo", .bool(guidance.shouldInterruptVideo)),
                    ("muteAudio", .bool(guidance.shouldMuteAudio)),
                ])
            ),
            ("availability", .string(EventNames.name(verdict.availability))),
            ("revealAllowed", .bool(decision.allowsReveal)),
        ]
    }

    /// What `finished` and the control socket's `status` have in common.
    static func counts(_ summary: StreamSummary) -> [(key: String, value: JSONValue)] {
        let stages = summary.stages.map { stage in
            JSONValue.object([
                ("name", .string(stage.name)), ("count", .integer(stage.count)), ("mean", .time(stage.mean)),
                ("percentile95", .time(stage.percentile95)), ("maximum", .time(stage.maximum)),
            ])
        }
        return [
            ("frames", .integer(summary.frames)),
            ("concealed", .integer(summary.concealed)),
            ("late", .integer(summary.late)),
            ("damaged", .integer(summary.damaged)),
            ("unverified", .integer(summary.unverified)),
            ("samples", .integer(summary.samples)),
            ("decisions", .integer(summary.decisions)),
            ("position", .time(summary.position)),
            ("duration", summary.duration.map { .time($0) } ?? .null),
            ("stages", .array(stages)),
        ]
    }

    private static func object(_ event: String, _ members: [(key: String, value: JSONValue)]) -> JSONValue {
        .object([("event", .string(event))] + members)
    }
}
