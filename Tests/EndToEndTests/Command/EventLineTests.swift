import Foundation
import Testing

extension Lanes.Command {
    @Suite struct EventLineTests {
        @Test func everyLineIsAnObjectAndTimesGrow() async throws {
            let clip = ClipDescription.small(seconds: 6).showing(1..<1.5).showing(3.2..<3.6, "UNKNOWN")
            let made = try await ClipMaker.clip(clip)
            let folder = try TemporaryFolder()
            let outcome = try await BuiltBinary.run(
                [
                    "--analyzer", "test-pattern", "--resume", "when-safe:0.4", "--events", folder.file("events.jsonl"),
                    made.path, folder.file("out.mp4"),
                ])
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let text = try String(contentsOfFile: folder.file("events.jsonl"), encoding: .utf8)
            #expect(text.hasSuffix("\n"))
            let lines = text.split(separator: "\n")
            for line in lines {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect(object?["event"] is String)
            }
            let events = try RunEvent.all(in: text)
            #expect(events.count == lines.count)
            #expect(events.prefix(2).map(\.event) == ["preparing", "ready"])
            #expect(events.last?.event == "finished")
            // Pictures and decisions each have an order of their own.
            let pictures = events.filter { ["concealed", "resumed"].contains($0.event) }
            // Concealment may go on for another reason, which is told as well.
            #expect(pictures.count { $0.event == "resumed" } == 2)
            #expect(pictures.first?.event == "concealed" && pictures.last?.event == "resumed")
            #expect(
                zip(pictures, pictures.dropFirst()).allSatisfy { $0.event == "concealed" || $1.event == "concealed" })
            #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.event != $1.event || $0.reason != $1.reason })
            let shown = pictures.compactMap(\.time)
            #expect(shown == shown.sorted() && Set(shown).count == shown.count)
            let decisions = events.named("decision")
            #expect(decisions.compactMap(\.number) == Array(1...decisions.count))
            let judged = decisions.compactMap(\.time)
            #expect(judged == judged.sorted())
            let report = try await OutputReader.report(on: folder.file("out.mp4"), madeFrom: clip)
            #expect(report.leaked.isEmpty)
            let finished = try #require(events.finished)
            #expect(finished.concealed == report.concealed)
            #expect(finished.decisions == decisions.count)
            #expect(finished.duration.map { abs($0 - 6) < 0.1 } == true)
        }

        @Test func standardOutputTakesEventsWhereTheVideoGoesElsewhere() async throws {
            let clip = try await ClipMaker.clip(ClipDescription.small(seconds: 1))
            let folder = try TemporaryFolder()
            let outcome = try await BuiltBinary.run(
                ["--analyzer", "test-pattern", "--events", "-", clip.path, folder.file("out.mp4")])
            #expect(outcome.status == .exited(0))
            #expect(try RunEvent.all(in: outcome.text).last?.outcome == "completed")
        }
    }
}
