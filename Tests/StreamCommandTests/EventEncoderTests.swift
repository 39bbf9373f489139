import Foundation
import SafeMediaFrames
import SafeMediaKit
import SafeMediaStream
import StreamCommand
import Testing

@Suite("Events as JSON")
struct EventEncoderTests {
    /// One of every kind.
    static let all: [(name: String, event: CommandEvent)] = [
        ("preparing", .stream(.preparing)), ("ready", .stream(.ready)), ("decision", .stream(.decision(decision))),
        ("concealed", .stream(.concealed(at: StreamTime(seconds: 1.2), reason: .decision, decision: 3))),
        ("resumed", .stream(.resumed(at: StreamTime(nanoseconds: 3_000_000_001)))),
        ("late", .stream(.late(at: StreamTime(seconds: 4), frames: 7))),
        ("damage", .stream(.damage(at: StreamTime(seconds: 5), message: "RTP: missed 3\u{1B}[2J"))),
        ("unverified", .stream(.unverified(at: .zero))),
        ("notice", .stream(.notice("subtitles dropped from rtsp://me:secret@host/x"))),
        ("error", .error("cannot open rtmp://me:secret@host/x")), ("finished", .stream(.finished(summary))),
    ]

    static let decision = StreamDecision(
        number: 3,
        decision: SafeMediaDecision(
            action: .blurWithReveal,
            verdict: SafeMediaVerdict(
                sensitivity: .sensitive, contentTypes: [.goreOrViolence, .nudity],
                guidance: SafeMediaGuidance(
                    shouldIndicateSensitivity: true, shouldInterruptVideo: false, shouldMuteAudio: true),
                availability: .available),
            context: .liveVideo, policy: .teenMessaging, reason: .sensitiveDetected),
        time: StreamTime(seconds: 0.3), scores: ["nsfw": 0.93, "sfw": 0.07, "odd": .nan], allowsReveal: true)

    static let summary: StreamSummary = {
        var summary = StreamSummary()
        summary.outcome = .stopped
        summary.frames = 300
        summary.concealed = 120
        summary.late = 4
        summary.damaged = 5
        summary.unverified = 6
        summary.samples = 50
        summary.decisions = 2
        summary.position = StreamTime(seconds: 9.96)
        summary.duration = StreamTime(seconds: 10)
        summary.stages = [
            StageLatency(
                name: "decode", count: 300, mean: StreamTime(nanoseconds: 1_500_000),
                percentile95: StreamTime(nanoseconds: 2_000_000), maximum: StreamTime(nanoseconds: 9_000_000))
        ]
        return summary
    }()

    /// The event as an independent reader sees it.
    private func decoded(_ value: JSONValue) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(value.bytes))
        return try #require(object as? [String: Any])
    }

    @Test("Every kind carries its name and is one line", arguments: all.indices)
    func names(index: Int) throws {
        let (name, event) = Self.all[index]
        let json = EventEncoder.json(event)
        #expect(try decoded(json)["event"] as? String == name)
        #expect(json.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }

    @Test("A decision carries everything that a viewer of it needs")
    func decisionFields() throws {
        let json = try decoded(EventEncoder.json(.stream(.decision(Self.decision))))
        #expect(json["number"] as? Int == 3 && json["time"] as? Double == 0.3)
        #expect(json["action"] as? String == "blurWithReveal" && json["reason"] as? String == "sensitiveDetected")
        #expect(json["sensitivity"] as? String == "sensitive" && json["availability"] as? String == "available")
        #expect(json["contentTypes"] as? [String] == ["nudity", "goreOrViolence"])
        #expect(json["revealAllowed"] as? Bool == true)
        let scores = try #require(json["scores"] as? [String: Any])
        #expect(scores["nsfw"] as? Double == 0.93 && scores["odd"] is NSNull)
        let guidance = try #require(json["guidance"] as? [String: Any])
        #expect(guidance["indicateSensitivity"] as? Bool == true)
        #expect(guidance["interruptVideo"] as? Bool == false && guidance["muteAudio"] as? Bool == true)
    }

    @Test("A decision without a frame has no time")
    func noTime() throws {
        var decision = Self.decision
        decision.time = nil
        decision.decision.verdict.availability = .unavailable(.missingFramework)
        let json = try decoded(EventEncoder.json(.stream(.decision(decision))))
        #expect(json["time"] is NSNull && json["availability"] as? String == "missingFramework")
    }

    @Test("The other kinds carry their values")
    func otherFields() throws {
        let json = try Self.all.reduce(into: [String: [String: Any]]()) { result, item in
            result[item.name] = try decoded(EventEncoder.json(item.event))
        }
        #expect(json["concealed"]?["time"] as? Double == 1.2 && json["concealed"]?["reason"] as? String == "decision")
        #expect(json["concealed"]?["decision"] as? Int == 3)
        #expect(json["resumed"]?["time"] as? Double == 3.000000001)
        #expect(json["late"]?["time"] as? Double == 4 && json["late"]?["frames"] as? Int == 7)
        #expect(json["damage"]?["message"] as? String == "RTP: missed 3\u{1B}[2J")
        #expect(json["unverified"]?["time"] as? Double == 0)
        #expect(json["notice"]?["message"] as? String == "subtitles dropped from rtsp://host/x")
        #expect(json["error"]?["message"] as? String == "cannot open rtmp://host/x")
        let finished = try #require(json["finished"])
        #expect(finished["outcome"] as? String == "stopped" && finished["duration"] as? Double == 10)
        let counts = [
            "frames": 300, "concealed": 120, "late": 4, "damaged": 5, "unverified": 6, "samples": 50, "decisions": 2,
        ]
        for (key, value) in counts { #expect(finished[key] as? Int == value, "\(key)") }
        #expect(finished["position"] as? Double == 9.96)
        let stage = try #require((finished["stages"] as? [[String: Any]])?.first)
        #expect(stage["name"] as? String == "decode" && stage["mean"] as? Double == 0.0015)
        #expect(try decoded(EventEncoder.dropped(9))["lines"] as? Int == 9)
    }

    @Test("Every reason of concealment has a word of its own")
    func reasons() throws {
        let reasons: [ConcealmentReason] = [
            .uncovered, .decision, .stopped, .operatorLatch, .late, .damage, .noAnalysis,
        ]
        let words = try reasons.map { reason in
            try decoded(EventEncoder.json(.stream(.concealed(at: .zero, reason: reason, decision: nil))))["reason"]
                as? String
        }
        #expect(words == ["uncovered", "decision", "stopped", "operator", "late", "damage", "noAnalysis"])
    }

    @Test("The documentation names every kind and every field")
    func documentation() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/events.md"), encoding: .utf8)
        let kinds = Self.all.map { EventEncoder.json($0.event) } + [EventEncoder.dropped(1)]
        for case .object(let members) in kinds {
            let name = try #require(members.first?.value)
            guard case .string(let kind) = name else { continue }
            let section = try #require(text.components(separatedBy: "### `\(kind)`").dropFirst().first)
            let own = try #require(section.components(separatedBy: "\n### ").first)
            for (key, _) in members.dropFirst() { #expect(own.contains("`\(key)`"), "\(kind).\(key)") }
        }
    }
}
