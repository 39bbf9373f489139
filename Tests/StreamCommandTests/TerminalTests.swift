import SafeMediaFrames
import SafeMediaStream
import StreamCommand
import Testing

@Suite("What is drawn on a terminal")
struct TerminalTests {
    private func status(position: Double, duration: Double? = nil) -> StreamStatus {
        var summary = StreamSummary()
        summary.position = StreamTime(seconds: position)
        summary.duration = duration.map { StreamTime(seconds: $0) }
        summary.concealed = 12
        summary.late = 3
        return FakeControl(summary: summary).status
    }

    @Test("Time, speed, concealed, late, and the time left where the length is known")
    func progress() {
        var line = ProgressLine()
        #expect(line.text(status(position: 0, duration: 60), now: 0, columns: 80) == "0:00.0  concealed 12  late 3")
        let text = line.text(status(position: 4, duration: 64), now: 2, columns: 80)
        #expect(text == "0:04.0  2.00x  concealed 12  late 3  ETA 0:30")
        var live = ProgressLine()
        _ = live.text(status(position: 3600), now: 0, columns: 80)
        #expect(live.text(status(position: 3601.25), now: 1, columns: 80) == "1:00:01.2  1.25x  concealed 12  late 3")
    }

    @Test("Speed is that of the last seconds, and survives time that runs backwards")
    func speed() {
        var line = ProgressLine()
        for second in 0...100 {
            _ = line.text(status(position: Double(second) * 5), now: Double(second), columns: 80)
        }
        for second in 101...120 {
            _ = line.text(status(position: 500 + Double(second - 100)), now: Double(second), columns: 80)
        }
        #expect(line.text(status(position: 521), now: 121, columns: 80).contains("  1.00x  "))
        #expect(line.text(status(position: 0), now: 122, columns: 80) == "0:00.0  concealed 12  late 3")
    }

    @Test("Absurd times are drawn, not trapped on")
    func absurd() {
        var line = ProgressLine()
        var status = status(position: 0)
        status.summary.position = .distantPast
        status.summary.duration = .distantFuture
        _ = line.text(status, now: 0, columns: 80)
        status.summary.position = .distantFuture
        #expect(line.text(status, now: 1, columns: 80).contains("999.99x"))
        #expect(ClockText.time(.distantPast).hasPrefix("-"))
        #expect(ClockText.seconds(.nan) == nil && ClockText.seconds(1e300) == nil && ClockText.seconds(-1) == nil)
    }

    @Test("A narrow terminal is never filled", arguments: [0, 1, 5, 10, 20, 30, 40])
    func width(columns: Int) {
        var line = ProgressLine()
        _ = line.text(status(position: 0, duration: 60), now: 0, columns: columns)
        let text = line.text(status(position: 4, duration: 64), now: 2, columns: columns)
        #expect(text.count <= max(0, columns - 1))
        #expect(text.hasPrefix(String("0:04.0".prefix(max(0, columns - 1)))))
    }

    @Test("What conceals now is named")
    func states() {
        var status = status(position: 1)
        func text() -> String {
            var line = ProgressLine()
            return line.text(status, now: 0, columns: 200)
        }
        status.isConcealed = true
        #expect(text().hasSuffix("[concealed]"))
        status.isAnalysisAttached = false
        #expect(text().hasSuffix("[no analysis]"))
        status.closedBy = 4
        #expect(text().hasSuffix("[concealed by decision 4]"))
        status.isClosedByOperator = true
        #expect(text().hasSuffix("[concealed by hand]"))
        status.isStoppedByPolicy = true
        #expect(text().hasSuffix("[stopped by policy]"))
    }

    @Test("Lines go above the progress line, which is erased at the end")
    func renderer() {
        var renderer = TerminalRenderer(isTerminal: true)
        func text(_ lines: [String], _ progress: String?) -> String {
            String(decoding: renderer.render(lines, progress: progress), as: UTF8.self)
        }
        #expect(text([], "one") == "one")
        #expect(text([], "one") == "")
        #expect(text([], "two") == "\r\u{1B}[Ktwo")
        #expect(text(["line"], "two") == "\r\u{1B}[Kline\ntwo")
        #expect(text([], nil) == "\r\u{1B}[K")
        #expect(text(["end"], nil) == "end\n")
    }

    @Test("A log gets lines only")
    func log() {
        var renderer = TerminalRenderer(isTerminal: false)
        #expect(renderer.render([], progress: "one").isEmpty)
        #expect(renderer.render(["a", "b"], progress: "one") == Array("a\nb\n".utf8))
    }

    @Test("A key means the decision drawn last, at least half a second ago")
    func drawn() {
        var drawn = DrawnDecisions()
        #expect(drawn.meant(at: 0) == nil)
        drawn.draw(1, at: 10)
        #expect(drawn.meant(at: 10.4) == nil)
        #expect(drawn.meant(at: 10.5) == 1)
        drawn.draw(2, at: 12)
        #expect(drawn.meant(at: 12.3) == 1)
        drawn.draw(3, at: 12.4)
        #expect(drawn.meant(at: 12.45) == 1)
        #expect(drawn.meant(at: 12.6) == 2)
        #expect(drawn.meant(at: 13) == 3)
        for number in 4...1000 { drawn.draw(number, at: 13) }
        #expect(drawn.meant(at: 13) == 3 && drawn.meant(at: 14) == 1000)
    }

    @Test(
        "Nothing in a text acts on a terminal",
        arguments: [
            ("plain ünï 日本", "plain ünï 日本"), ("a\u{1B}[31mb", "a\\u{1b}[31mb"), ("a\nb\rc", "a\\u{a}b\\u{d}c"),
            ("a\tb", "a b"), ("\u{9B}2J", "\\u{9b}2J"), ("x\u{7F}", "x\\u{7f}"),
            ("evil\u{202E}4pm", "evil\\u{202e}4pm"),
        ])
    func harmless(text: String, shown: String) {
        #expect(TerminalText.harmless(text) == shown)
    }
}
