import Foundation
import Testing

extension Lanes.Files {
    /// When pictures are shown again, and the smallest things that must be seen.
    @Suite struct ResumeTests {
        @Test(arguments: [0.0, 0.5, 2.0])
        func theRuleWaitsAsLongAsItSays(seconds: Double) async throws {
            let clip = ClipDescription.small(seconds: 5).showing(1..<1.4)
            let run = try await Screening.run(clip, ["--resume", "when-safe:\(seconds)"])
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let report = try await run.report()
            report.expectWhole(clip, resume: seconds)
            let resumed = try #require(run.events.named("resumed").last?.time)
            #expect(resumed >= 1.4 + seconds - 0.001)
        }

        @Test func manualWithoutAContinueConcealsTheRest() async throws {
            let clip = ClipDescription.small(seconds: 4).showing(1..<1.4)
            let run = try await Screening.run(clip, ["--resume", "manual"])
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let report = try await run.report()
            #expect(report.leaked.isEmpty)
            #expect(report.frames == clip.frameCount)
            #expect(report.numbers.prefix(19).allSatisfy { $0 != nil })
            #expect(report.numbers(25...).allSatisfy { $0 == nil })
            report.expectMuted([1..<clip.seconds])
        }

        /// Single frames 0.7 s apart: each stands at another place between the samples and in its GOP.
        static let singles: ClipDescription = {
            var clip = ClipDescription.small(seconds: 9)
            clip.triggers = stride(from: 12, to: 215, by: 18).map { .init(frames: $0..<$0 + 1) }
            return clip
        }()

        @Test func singleFramesAreFound() async throws {
            let run = try await Screening.run(Self.singles, ["--resume", "when-safe:0"])
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let report = try await run.report()
            report.expectWhole(Self.singles, resume: 0)
            // Between any two of them something is shown.
            for (one, next) in zip(Self.singles.triggers, Self.singles.triggers.dropFirst()) {
                let between = one.frames.upperBound..<next.frames.lowerBound
                #expect(report.numbers(between).contains { $0 != nil })
            }
            // Each is judged itself, besides those the interval asks for.
            let samples = try #require(run.events.finished?.samples)
            #expect(samples < 90)
        }

        @Test func everySampleLeavesNothingUnjudged() async throws {
            var clip = ClipDescription.small(seconds: 3).showing(1..<1.4)
            clip.triggers.append(.init(frames: 60..<61))
            let run = try await Screening.run(clip, ["--sample-interval", "every", "--resume", "when-safe:0"])
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let report = try await run.report()
            report.expectWhole(clip, resume: 0, interval: 0.04)
            #expect(run.events.finished?.samples == clip.frameCount)
        }
    }
}
