import SafeMediaFrames
import SafeMediaStream
import StreamCommand
import Testing

@Suite("Commands of the control socket")
struct ControlTests {
    private func answer(_ line: String, _ control: FakeControl?) -> String {
        String(decoding: ControlAnswer.answer(to: Array(line.utf8), control).bytes, as: UTF8.self)
    }

    @Test("Commands reach the run")
    func commands() {
        let control = FakeControl()
        #expect(answer(#"{"command":"continue","decision":3}"#, control) == #"{"ok":true,"decision":3}"#)
        #expect(answer(#"{"command":"conceal"}"#, control) == #"{"ok":true}"#)
        #expect(answer(#" { "command" : "open" , "id" : 4 } "#, control) == #"{"ok":true}"#)
        #expect(control.calls == [.reveal(3), .conceal, .open])
    }

    @Test("Status tells counts and state")
    func status() throws {
        let control = FakeControl(summary: EventEncoderTests.summary)
        control.setStatus { status in
            status.closedBy = 2
            status.isConcealed = true
            status.holdBack = StreamTime(nanoseconds: 350_000_000)
        }
        let answer = ControlAnswer.answer(to: Array(#"{"command":"status"}"#.utf8), control)
        let status = try #require(answer["status"])
        #expect(answer["ok"] == .bool(true))
        #expect(status["frames"] == .integer(300) && status["closedBy"] == .integer(2))
        #expect(status["isConcealed"] == .bool(true) && status["isClosedByOperator"] == .bool(false))
        #expect(status["isStoppedByPolicy"] == .bool(false) && status["isAnalysisAttached"] == .bool(true))
        #expect(status["holdBack"] == .number(0.35) && status["position"] == .number(9.96))
    }

    @Test(
        "A refused continue says why",
        arguments: [
            (ContinueRefusal.nothingToContinue, "nothingToContinue", "no decision waits for a continue"),
            (.staleDecision(current: 4), "staleDecision", "decision 3 is over; decision 4 conceals now"),
            (.staleDecision(current: nil), "staleDecision", "decision 3 is over; no decision conceals now"),
            (.revealNotAllowed, "revealNotAllowed", "the policy does not let viewers reveal what it conceals"),
            (.stoppedByPolicy, "stoppedByPolicy", "the policy has closed this video for good"),
        ])
    func refusals(refusal: ContinueRefusal, code: String, message: String) {
        let line = Array(#"{"command":"continue","decision":3}"#.utf8)
        let answer = ControlAnswer.answer(to: line, FakeControl(refusal: refusal))
        #expect(answer["ok"] == .bool(false) && answer["error"] == .string(code))
        #expect(answer["message"] == .string(message))
        let current: Int? = if case .staleDecision(let current) = refusal { current } else { nil }
        #expect(answer["current"] == current.map { .integer($0) })
    }

    @Test(
        "What is no command is answered as such, and nothing happens",
        arguments: [
            ("x", "badRequest"), ("[]", "badRequest"), ("3", "badRequest"), ("{}", "badRequest"),
            (#"{"command":3}"#, "badRequest"), (#"{"command":"continue"}"#, "badRequest"),
            (#"{"command":"continue","decision":"3"}"#, "badRequest"),
            (#"{"command":"continue","decision":1.5}"#, "badRequest"),
            (#"{"command":"continue","decision":1e300}"#, "badRequest"),
            (#"{"command":"open","command":"conceal"}"#, "badRequest"),
            (#"{"command":"pause"}"#, "unknownCommand"), (#"{"command":"Open"}"#, "unknownCommand"),
        ])
    func garbage(line: String, code: String) {
        let control = FakeControl()
        let answer = ControlAnswer.answer(to: Array(line.utf8), control)
        #expect(answer["ok"] == .bool(false) && answer["error"] == .string(code))
        #expect(control.calls.isEmpty)
    }

    @Test("Before the run has begun, commands say so")
    func notReady() {
        #expect(answer(#"{"command":"conceal"}"#, nil).hasPrefix(#"{"ok":false,"error":"notReady""#))
    }

    @Test("Lines are cut at their ends, blank ones left out, long ones reported once")
    func lines() {
        var lines = LineAssembler()
        #expect(lines.append("a\n\n \r\nb".utf8) == [.complete(Array("a".utf8))])
        #expect(lines.append("c\n".utf8) == [.complete(Array("bc".utf8))])
        let longest = [UInt8](repeating: 0x78, count: LineAssembler.longest)
        #expect(lines.append(longest + [0x0A]) == [.complete(longest)])
        #expect(lines.append(longest + longest + [0x78]).isEmpty)
        #expect(lines.append("\nd\n".utf8) == [.tooLong, .complete(Array("d".utf8))])
        #expect(lines.append("e".utf8).isEmpty)
        #expect(lines.finish() == [.complete(Array("e".utf8))])
        #expect(lines.finish().isEmpty)
    }
}
