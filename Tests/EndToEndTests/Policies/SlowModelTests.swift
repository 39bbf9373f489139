import Foundation
import Testing

extension Lanes.Policies {
    /// Models that are slow, fail or never answer.
    @Suite struct SlowModelTests {
        static func clip(_ content: String) -> ClipDescription {
            var clip = ClipDescription.small(seconds: 5).showing(1..<2, content)
            clip.video = LiveClip.description.video
            return clip
        }

        /// Four tenths of a second for every answer: two intervals.
        @Test func aSlowModelDelaysNoLivePicture() async throws {
            // They wait for the stream's time, not for the processor.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (content, conceal) in [("SEXUALLYEXPLICIT", "blur"), ("ERROR", "freeze"), ("HANG", "mosaic")] {
                    group.addTask { try await checkSlow(content, conceal) }
                }
                try await group.waitForAll()
            }
        }

        private func checkSlow(_ content: String, _ conceal: String) async throws {
            let folder = try TemporaryFolder()
            let model = folder.file("slow.json")
            try #"{"kind": "test-pattern", "delay": 0.4}"#.write(toFile: model, atomically: true, encoding: .utf8)
            let clip = Self.clip(content)
            _ = try await ClipMaker.clip(clip)
            let start = ContinuousClock.now
            let run = try await Screening.run(
                clip, to: "out.mkv", ["--live", "--conceal", conceal, "--resume", "when-safe:0.2"], analyzer: model)
            let elapsed = ContinuousClock.now - start
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let report = try await run.report()
            #expect(report.leaked.isEmpty && report.isMonotonic)
            // The stream's pace, plus its hold-back and the start on a busy machine; a run that waited for the model would take
            // four tenths of a second for each of its samples.
            #expect(report.frames == clip.frameCount)
            #expect(elapsed < .seconds(clip.seconds + 15))
        }

        @Test func aSlowModelDelaysAFile() async throws {
            let folder = try TemporaryFolder()
            let model = folder.file("slow.json")
            try #"{"kind": "test-pattern", "delay": 0.1}"#.write(toFile: model, atomically: true, encoding: .utf8)
            let clip = Self.clip("SEXUALLYEXPLICIT")
            let run = try await Screening.run(clip, analyzer: model)
            try await run.report().expectWhole(clip)
            #expect(run.events.finished?.late == 0)
        }

        @Test(arguments: ["ERROR", "HANG"])
        func aFailingModelConcealsPartOfAFile(content: String) async throws {
            let clip = Self.clip(content)
            let run = try await Screening.run(clip, ["--analysis-timeout", "0.5"])
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let report = try await run.report()
            #expect(report.leaked.isEmpty && report.isMonotonic)
            #expect(report.frames == clip.frameCount)
            #expect(report.numbers.prefix(19).allSatisfy { $0 != nil })
            report.expectMuted(clip.spans)
            #expect(run.events.concerns.contains { $0.reason == "analysisFailed" && $0.action == "blurWithReveal" })
        }

        @Test(arguments: ["ERROR", "HANG"], ["conceal", "stop"])
        func aFailingModelEndsAStrictRun(content: String, what: String) async throws {
            let clip = Self.clip(content)
            let run = try await Screening.run(
                clip, ["--policy", "childStrict", "--on-interrupt", what, "--analysis-timeout", "0.5"])
            #expect(run.outcome.status == .exited(what == "stop" ? 4 : 0), "\(run.outcome.errors)")
            #expect(run.events.concerns.map(\.action) == ["block"])
            let report = try await run.report()
            #expect(report.leaked.isEmpty)
            #expect(report.numbers.dropFirst(25).allSatisfy { $0 == nil })
        }

        @Test func anOutageIsToldAndCountedWhereThePolicyAllowsIt() async throws {
            let clip = Self.clip("ERROR")
            let run = try await Screening.run(clip, to: "out.mkv", ["--live", "--policy", "adultMinimal"])
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let unverified = try #require(run.events.finished?.unverified)
            #expect(unverified > 0)
            #expect(run.events.named("unverified").count >= 1)
            #expect(run.outcome.errors.contains("warning: policy adultMinimal lets frames pass without analysis"))
            let report = try await run.report()
            #expect(report.frames == clip.frameCount)
        }
    }
}
