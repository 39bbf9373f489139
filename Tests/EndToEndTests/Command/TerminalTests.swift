import Foundation
import Testing

extension Lanes.Command {
    /// What a person at a terminal sees and can do; `script` is the terminal.
    @Suite struct TerminalTests {
        private func onATerminal(_ arguments: [String]) throws -> ChildProcess {
            let path = try #require(BuiltBinary.path)
            let line = ([path] + arguments).map { "'\($0)'" }.joined(separator: " ")
            return try ChildProcess.start("script", ["-qefc", line, "/dev/null"], input: .open, limit: .seconds(40))
        }

        @Test func theKeyRevealsWhatTheLastDecisionConceals() async throws {
            let clip = try await ClipMaker.clip(ControlTests.clip)
            let folder = try TemporaryFolder()
            let events = folder.file("events.jsonl")
            let terminal = try onATerminal(
                [
                    "--analyzer", "test-pattern", "--live", "--resume", "manual", "--events", events, clip.path,
                    folder.file("out.mkv"),
                ])
            _ = try await terminal.line(containing: "decision 2", in: .output)
            // A key means a decision that has been on the terminal for half a second: earlier ones are not carried out.
            var text = ""
            let isRevealed = try await eventually(within: .seconds(5)) {
                try terminal.write(Array("c".utf8))
                text = (try? String(contentsOfFile: events, encoding: .utf8)) ?? ""
                return text.contains("\"resumed\"")
            }
            #expect(isRevealed, "\(text)")
            let outcome = await terminal.outcome()
            #expect(outcome.text.contains("continued after decision 2"))
            #expect(outcome.status == .exited(0), "\(outcome.text)")
            let report = try await OutputReader.report(on: folder.file("out.mkv"), madeFrom: clip.description)
            #expect(report.leaked.count >= 3)
            #expect(report.leaked.allSatisfy { (25..<75).contains($0) })
            #expect(report.numbers(125...).allSatisfy { $0 == nil })
        }

        @Test func progressIsShownOnTerminalsOnly() async throws {
            let clip = try await ClipMaker.clip(ClipDescription(seconds: 3).showing(1..<1.4))
            let folder = try TemporaryFolder()
            let arguments = ["--analyzer", "test-pattern", "--live", clip.path, folder.file("out.mkv")]
            let seen = await (try onATerminal(arguments)).outcome()
            #expect(seen.status == .exited(0), "\(seen.text)")
            // A line that is drawn again and again.
            #expect(seen.text.contains("\r") && seen.text.contains("x"))
            let plain = try await BuiltBinary.run(arguments)
            #expect(plain.status == .exited(0))
            #expect(plain.output.isEmpty)
            #expect(!plain.errors.contains("\r") && !plain.errors.contains("\u{1b}"))
            #expect(plain.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("safemedia-stream: ") })
        }
    }
}
