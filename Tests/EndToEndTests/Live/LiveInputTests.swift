import Foundation
import Testing

extension Lanes.Live {
    /// Every kind of live input, into a file.
    @Suite struct InputTests {
        static let clip = LiveClip.description

        @Test(arguments: LiveSource.Kind.allCases)
        func nothingLeaksFromLiveInput(kind: LiveSource.Kind) async throws {
            let clip = try await ClipMaker.clip(Self.clip)
            let source = try await LiveSource.start(kind, clip)
            let run = try LiveRun.start(source.url, to: "out.mkv", source.options + ["--resume", "when-safe:0.5"])
            try await source.begin(run.process)
            try await run.secondSpan()
            let outcome = await run.interrupt()
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let report = try await OutputReader.report(on: run.file("out.mkv"), madeFrom: clip.description)
            report.expectLive()
            let finished = try #require(try RunEvent.all(in: outcome.errors).finished)
            #expect(finished.outcome == "stopped")
            #expect(finished.frames == report.frames)
            _ = source
        }
    }
}

/// The clip that live tests send around: three seconds, one span, no B-frames.
enum LiveClip {
    static let description: ClipDescription = {
        var clip = ClipDescription.small(seconds: 3).showing(1..<1.6)
        clip.video = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-g", "25", "-bf", "0"]
        return clip
    }()
}
