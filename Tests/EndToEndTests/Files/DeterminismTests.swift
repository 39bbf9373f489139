import Foundation
import Testing

extension Lanes.Files {
    @Suite struct DeterminismTests {
        /// Pictures and sound as decoded, one hash a frame.
        private func hashes(_ path: String) async throws -> String {
            let outcome = try await ChildProcess.run(
                "ffmpeg", ["-v", "error", "-i", path, "-map", "0", "-f", "framemd5", "pipe:1"])
            guard outcome.succeeded else { throw ChildError.failed("ffmpeg", outcome) }
            return outcome.text
        }

        @Test func theSameFileGivesTheSameFramesUnderLoad() async throws {
            var clip = ClipDescription.small(seconds: 6).showing(1..<1.5).showing(3.3..<3.34).showing(4.5..<5, "ERROR")
            clip.triggers.append(.init(frames: 70..<71, content: "UNKNOWN"))
            let options = ["--conceal", "blur", "--resume", "when-safe:0.3"]
            let one = try await Screening.run(clip, options)
            let load = try (0..<2).map { _ in
                try ChildProcess.start("sh", ["-c", "while :; do :; done"], limit: .seconds(50))
            }
            let other = try await Screening.run(clip, options)
            for busy in load { busy.kill() }
            #expect(one.outcome.status == .exited(0) && other.outcome.status == .exited(0))
            let (first, second) = try await (hashes(one.output), hashes(other.output))
            #expect(first == second)
            #expect(first.split(separator: "\n").count > clip.frameCount)
            try await one.report().expectWhole(clip, resume: 0.3)
        }
    }
}
