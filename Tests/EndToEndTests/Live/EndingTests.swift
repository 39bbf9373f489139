import Foundation
import Testing

extension Lanes.Live {
    /// However a live run ends, its output can be played and shows nothing it should not.
    @Suite struct EndingTests {
        /// The clip as if it came from a camera: read at its own speed.
        private func start(to name: String) async throws -> LiveRun {
            var clip = ClipDescription.small(seconds: 30).showing(1..<1.6)
            clip.triggers += (1..<15).map { .init(frames: $0 * 50 + 25..<$0 * 50 + 40) }
            clip.video = LiveClip.description.video
            self.clip.keep(clip)
            return try LiveRun.start(
                try await ClipMaker.clip(clip).path, to: name, ["--live", "--resume", "when-safe:0.5"])
        }

        private let clip = Keeper<ClipDescription>()

        private func report(_ path: String) async throws -> OutputReport {
            try await OutputReader.report(on: path, madeFrom: try #require(clip.kept))
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func aSignalFinishesTheOutput(signal: Int32) async throws {
            let run = try await start(to: "out.mp4")
            try await run.secondSpan()
            let outcome = await run.interrupt(signal)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(try RunEvent.all(in: outcome.errors).finished?.outcome == "stopped")
            let report = try await report(run.file("out.mp4"))
            report.expectLive()
            #expect(report.frames == (try RunEvent.all(in: outcome.errors).finished?.frames))
        }

        @Test func aSecondSignalAtOnceChangesNothing() async throws {
            let run = try await start(to: "out.mkv")
            try await run.secondSpan()
            run.process.send(SIGINT)
            let outcome = await run.interrupt()
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            try await report(run.file("out.mkv")).expectLive()
        }

        @Test func theOutputGrowsWhileItRuns() async throws {
            let run = try await start(to: "out.ts")
            try await run.event("\"event\":\"resumed\"")
            let size = fileSize(run.file("out.ts"))
            let grows = try await eventually { fileSize(run.file("out.ts")) > size + 10_000 }
            #expect(grows && !run.process.hasEnded)
            try await run.secondSpan()
            await run.interrupt()
            try await report(run.file("out.ts")).expectLive()
        }

        @Test func whatWasWrittenBeforeAKillPlays() async throws {
            let run = try await start(to: "out.mp4")
            try await run.secondSpan()
            // Two fragments at least are on disk then: one a second.
            #expect(try await eventually { fileSize(run.file("out.mp4")) > 50_000 })
            #expect(await run.interrupt(SIGKILL).status == .signalled(SIGKILL))
            let report = try await report(run.file("out.mp4"))
            report.expectLive()
            #expect(report.frames >= 25)
        }
    }
}
