import Foundation
import Testing

extension Lanes.Files {
    /// From standard input, to standard output.
    @Suite struct PipeTests {
        static func clip(_ container: String, _ more: [String] = []) -> ClipDescription {
            var clip = ClipDescription.small(seconds: 3).showing(0.8..<1.4)
            clip.container = container
            clip.more = more
            return clip
        }

        static let fragmented = ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]

        @Test(arguments: ["mpegts", "matroska", "mp4"])
        func throughBothPipes(format: String) async throws {
            let container = ["mpegts": "ts", "matroska": "mkv", "mp4": "mp4"][format] ?? format
            let clip = try await ClipMaker.clip(Self.clip(container, format == "mp4" ? Self.fragmented : []))
            let outcome = try await BuiltBinary.run(
                Screening.options + ["--format", format, "-", "-"],
                input: .bytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: clip.path)))))
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let folder = try TemporaryFolder()
            let output = folder.file("out.\(container)")
            try Data(outcome.output).write(to: URL(fileURLWithPath: output))
            try await OutputReader.report(on: output, madeFrom: clip.description).expectWhole(clip.description)
        }

        @Test func anIndexThatComesLastIsRefusedWithTheReason() async throws {
            let clip = try await ClipMaker.clip(Self.clip("mp4"))
            let folder = try TemporaryFolder()
            let outcome = try await BuiltBinary.run(
                ["--analyzer", "test-pattern", "-", folder.file("out.mp4")],
                input: .bytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: clip.path)))))
            #expect(outcome.status == .exited(1))
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
            #expect(outcome.errors.contains("--spool"))
            #expect(outcome.errors.contains("index"))
        }

        @Test func anIndexThatComesLastIsReadFromASpool() async throws {
            let clip = try await ClipMaker.clip(Self.clip("mp4"))
            let folder = try TemporaryFolder()
            let outcome = try await BuiltBinary.run(
                Screening.options + ["--spool", "-", folder.file("out.mp4")],
                input: .bytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: clip.path)))))
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let report = try await OutputReader.report(on: folder.file("out.mp4"), madeFrom: clip.description)
            report.expectWhole(clip.description)
        }

        @Test func aReaderThatGoesEndsTheRunWithOneLine() async throws {
            let clip = try await ClipMaker.clip(ClipDescription(seconds: 6))
            let path = try #require(BuiltBinary.path)
            // The shell's exit status is the command's; `head` takes a little and goes.
            let outcome = try await ChildProcess.run(
                "bash",
                [
                    "-c",
                    "\"$0\" --analyzer test-pattern --crf 1 --format mpegts \"$1\" - | head -c 1000 > /dev/null; "
                        + "exit ${PIPESTATUS[0]}",
                    path, clip.path,
                ], limit: .seconds(40))
            #expect(outcome.status == .exited(1), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").filter { $0.contains("has gone") }.count == 1)
        }

        @Test func standardOutputNeedsAFormat() async throws {
            let clip = try await ClipMaker.clip(Self.clip("mp4"))
            let outcome = try await BuiltBinary.run(["--analyzer", "test-pattern", clip.path, "-"])
            #expect(outcome.status == .exited(2))
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.split(separator: "\n").count == 1)
            #expect(outcome.errors.contains("--format"))
        }
    }
}
