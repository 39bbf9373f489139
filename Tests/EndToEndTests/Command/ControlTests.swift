import Foundation
import Testing

extension Lanes.Command {
    /// The control socket of a run at the stream's own speed.
    @Suite struct ControlTests {
        /// Spans of two seconds, with two safe seconds before each.
        static let clip: ClipDescription = {
            var clip = ClipDescription.small(seconds: 8).showing(1..<3).showing(5..<7)
            clip.video = LiveClip.description.video
            return clip
        }()

        private func start(_ options: [String]) async throws -> LiveRun {
            try LiveRun.start(try await ClipMaker.clip(Self.clip).path, to: "out.mkv", ["--live"] + options)
        }

        private func finish(_ run: LiveRun) async throws -> (OutputReport, [RunEvent]) {
            let outcome = await run.process.outcome()
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            return (
                try await OutputReader.report(on: run.file("out.mkv"), madeFrom: Self.clip),
                try RunEvent.all(in: outcome.errors)
            )
        }

        @Test func aRevealHoldsForTheRestOfItsSpan() async throws {
            let run = try await start(["--policy", "teenMessaging", "--resume", "manual"])
            let decision = try await run.event("sensitiveDetected")
            let number = try #require(decision.number)
            let answer = try await ControlConnection.reveal(run.socket, after: number)
            #expect(answer.ok && answer.decision == number)
            let (report, events) = try await finish(run)
            // What a person asked to see, from the continue on to the end of its span.
            let seen = report.leaked
            #expect(seen.count >= 10)
            #expect(seen.allSatisfy { (25..<75).contains($0) })
            #expect(seen == Array((seen.first ?? 0)..<75))
            #expect(report.numbers(25...25) == [nil])
            // The next span is another decision's.
            #expect(events.concerns.count == 2)
            #expect(report.numbers(125...).allSatisfy { $0 == nil })
            report.expectMuted([5..<8])
        }

        @Test func aContinueForAnotherDecisionIsStale() async throws {
            let run = try await start(["--policy", "teenMessaging", "--resume", "manual"])
            let number = try #require(try await run.event("sensitiveDetected").number)
            let early = try await ControlConnection.reveal(run.socket, after: number - 1)
            #expect(!early.ok && early.error == "staleDecision" && early.current == number)
            let status = try #require(try await ControlConnection.status(run.socket))
            #expect(status.closedBy == number && !status.isStoppedByPolicy && !status.isClosedByOperator)
            await run.interrupt()
            let report = try await OutputReader.report(on: run.file("out.mkv"), madeFrom: Self.clip)
            #expect(report.leaked.isEmpty)
        }

        @Test func nothingIsRevealedUnderAStrictPolicy() async throws {
            let run = try await start(["--policy", "childStrict"])
            let number = try #require(try await run.event("sensitiveDetected").number)
            let answer = try await ControlConnection.reveal(run.socket, after: number)
            #expect(!answer.ok)
            #expect(["revealNotAllowed", "stoppedByPolicy"].contains(answer.error))
            await run.interrupt()
            let report = try await OutputReader.report(on: run.file("out.mkv"), madeFrom: Self.clip)
            #expect(report.leaked.isEmpty)
        }

        @Test func theOperatorClosesAndOpens() async throws {
            let run = try await start(["--resume", "when-safe:0.5"])
            try await run.event("\"event\":\"ready\"")
            // Analysis may be ready a moment before the run has begun.
            while try await ControlConnection.ask(run.socket, #"{"command":"conceal"}"#).error == "notReady" {}
            try await run.event("\"reason\":\"operator\"")
            #expect(try await ControlConnection.status(run.socket)?.isClosedByOperator == true)
            try await run.event("sensitiveDetected")
            #expect(try await ControlConnection.ask(run.socket, #"{"command":"open"}"#).ok)
            try await run.event("\"event\":\"resumed\"")
            #expect(try await ControlConnection.status(run.socket)?.isClosedByOperator == false)
            let (report, _) = try await finish(run)
            #expect(report.leaked.isEmpty)
            report.expectMuted(report.concealedSpans)
            #expect(report.numbers(95..<120).allSatisfy { $0 != nil })
        }

        @Test func theSocketIsTheOwnersAloneAndGoesWithTheRun() async throws {
            let run = try await start([])
            try await run.event("\"event\":\"ready\"")
            let attributes = try FileManager.default.attributesOfItem(atPath: run.socket)
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
            #expect(attributes[.type] as? FileAttributeType == .typeSocket)
            let wrong = try await ControlConnection.ask(run.socket, "nonsense")
            #expect(!wrong.ok && wrong.error == "badRequest")
            let unknown = try await ControlConnection.ask(run.socket, #"{"command":"dance"}"#)
            #expect(!unknown.ok && unknown.error == "unknownCommand")
            await run.interrupt()
            #expect(!FileManager.default.fileExists(atPath: run.socket))
        }
    }
}
