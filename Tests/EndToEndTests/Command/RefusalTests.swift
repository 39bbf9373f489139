import Foundation
import Testing

extension Lanes.Command {
    /// What cannot be done is said in one line, and leaves nothing behind.
    @Suite struct RefusalTests {
        private func refused(
            _ arguments: [String], status: Int32 = 1, saying text: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let outcome = try await BuiltBinary.run(["--analyzer", "test-pattern"] + arguments, limit: .seconds(20))
            #expect(outcome.status == .exited(status), "\(outcome.errors)", sourceLocation: sourceLocation)
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.count == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
            #expect(
                lines.last?.lowercased().contains(text) == true, "\(outcome.errors)", sourceLocation: sourceLocation)
            #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
        }

        @Test func aMissingInput() async throws {
            let folder = try TemporaryFolder()
            try await refused([folder.file("nothing.mp4"), folder.file("out.mp4")], saying: "does not exist")
            #expect(!FileManager.default.fileExists(atPath: folder.file("out.mp4")))
        }

        @Test func aFolderAsInput() async throws {
            let folder = try TemporaryFolder()
            try await refused([folder.path, folder.file("out.mp4")], saying: "directory")
            #expect(!FileManager.default.fileExists(atPath: folder.file("out.mp4")))
        }

        @Test(arguments: [
            "", "This is no video.\n", "#EXTM3U\n#EXTINF:2,\n/etc/passwd\n", "ffconcat version 1.0\nfile x\n",
        ])
        func whatIsNoVideo(contents: String) async throws {
            let folder = try TemporaryFolder()
            try contents.write(toFile: folder.file("in.mp4"), atomically: true, encoding: .utf8)
            try await refused([folder.file("in.mp4"), folder.file("out.mp4")], saying: "cannot be opened")
            #expect(!FileManager.default.fileExists(atPath: folder.file("out.mp4")))
        }

        @Test func anOutputThatCannotBeWritten() async throws {
            let clip = try await ClipMaker.clip(ClipDescription.small(seconds: 1))
            try await refused([clip.path, "/nonexistent/out.mp4"], saying: "output")
        }

        @Test func soundAlone() async throws {
            let folder = try TemporaryFolder()
            let made = try await ChildProcess.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", folder.file("in.m4a")])
            try #require(made.succeeded)
            try await refused([folder.file("in.m4a"), folder.file("out.mp4")], saying: "no video")
            #expect(!FileManager.default.fileExists(atPath: folder.file("out.mp4")))
        }

        @Test func optionsThatMakeNoSense() async throws {
            let clip = try await ClipMaker.clip(ClipDescription.small(seconds: 1))
            try await refused(["--polcy", "childStrict", clip.path, "out.mp4"], status: 2, saying: "--polcy")
            try await refused([clip.path, clip.path], status: 2, saying: "at once")
            try await refused(["--sample-interval", "-1", clip.path, "/tmp/never.mp4"], status: 2, saying: "interval")
        }

        @Test func namesWithOddBytesWork() async throws {
            let clip = ClipDescription.small(seconds: 2).showing(0.8..<1.2)
            let made = try await ClipMaker.clip(clip)
            let folder = try TemporaryFolder()
            for name in ["a b'c\"d%03d#?.mp4", "-dash.mp4", "http:x:y.mp4", "\u{e4}\n\u{1f4a1}.mp4", "pipe:1.mp4"] {
                let (input, output) = (folder.file(name), folder.file("out \(name)"))
                try FileManager.default.copyItem(atPath: made.path, toPath: input)
                let outcome = try await BuiltBinary.run(["--analyzer", "test-pattern", "--", input, output])
                #expect(outcome.status == .exited(0), "\(outcome.errors)")
                // ffmpeg itself takes some of these names for something else.
                try FileManager.default.moveItem(atPath: output, toPath: folder.file("plain.mp4"))
                try await OutputReader.report(on: folder.file("plain.mp4"), madeFrom: clip).expectWhole(clip)
                try FileManager.default.removeItem(atPath: folder.file("plain.mp4"))
            }
        }

        @Test func namesThatAreNotTextWork() async throws {
            let clip = ClipDescription.small(seconds: 2).showing(0.8..<1.2)
            let made = try await ClipMaker.clip(clip)
            let folder = try TemporaryFolder()
            let path = try #require(BuiltBinary.path)
            let outcome = try await ChildProcess.run(
                "bash",
                [
                    "-c",
                    #"cd "$1" && cp "$2" $'\xff\xfe.mp4' && "$0" --analyzer test-pattern $'\xff\xfe.mp4' "#
                        + #"$'o\xff.mp4' && mv $'o\xff.mp4' plain.mp4"#,
                    path, folder.path, made.path,
                ])
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            try await OutputReader.report(on: folder.file("plain.mp4"), madeFrom: clip).expectWhole(clip)
        }
    }
}
