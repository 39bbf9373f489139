import Foundation
import Testing

extension Lanes.Files {
    /// The default model on pictures that it scores high, filling the frame above the strip.
    @Suite struct DefaultModelTests {
        @Test(arguments: ["blank", "blur"]) func whatTheModelScoresHighDoesNotLeak(conceal: String) async throws {
            var clip = ClipDescription(seconds: 4)
            (clip.width, clip.height) = (320, 240)
            let made = try await ClipMaker.clip(clip)
            let folder = try TemporaryFolder()
            try Data(BodiesPicture(width: 320, height: 240).pixmap).write(
                to: URL(fileURLWithPath: folder.file("bodies.ppm")))
            let rows = clip.height - clip.barcode.stripHeight
            try await ffmpeg([
                "-i", made.path, "-i", folder.file("bodies.ppm"), "-filter_complex",
                "[1]crop=320:\(rows):0:0[p];[0][p]overlay=enable='between(n,30,54)'", "-c:v", "libx264", "-preset",
                "veryfast", "-crf", "18", "-c:a", "copy", folder.file("in.mp4"),
            ])
            clip.triggers = [.init(frames: 30..<55)]
            // The strip takes from the score; what is safe here scores below a tenth.
            let run = try await Screening.run(
                folder.file("in.mp4"), showing: clip, to: "out.mp4", ["--threshold", "0.2", "--conceal", conceal],
                analyzer: "open-nsfw")
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            try await run.report().expectWhole(clip)
            let decision = try #require(run.events.concerns.first)
            #expect(run.events.concerns.count == 1)
            #expect(decision.sensitivity == "sensitive" && decision.action == "blurWithReveal")
            #expect((decision.scores?["open-nsfw/nsfw"] ?? 0) >= 0.2)
        }
    }
}
