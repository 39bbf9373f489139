import Foundation
import Testing

extension Lanes.Files {
    /// Sound, subtitles and what is written about a file.
    @Suite struct TrackTests {
        static let clip = ClipDescription.small(seconds: 4).showing(1..<1.6)

        // MARK: Sound

        @Test func allTracksOfSoundAreSilentOverTheSpan() async throws {
            let clip = try await ClipMaker.clip(Self.clip)
            let folder = try TemporaryFolder()
            try await ffmpeg([
                "-i", clip.path, "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c", "copy", "-metadata:s:a:0",
                "language=deu", "-metadata:s:a:1", "language=fra", folder.file("in.mkv"),
            ])
            let run = try await Screening.run(folder.file("in.mkv"), showing: Self.clip, to: "out.mkv")
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            try await run.report().expectWhole(Self.clip)
            #expect(try await MediaFacts.of(run.output).streams("audio").map(\.language) == ["deu", "fra"])
            try await ffmpeg([
                "-i", run.output, "-map", "0:v", "-map", "0:a:1", "-c", "copy", folder.file("second.mkv"),
            ])
            try await OutputReader.report(on: folder.file("second.mkv"), madeFrom: Self.clip).expectWhole(Self.clip)
        }

        /// A packet of sound: when it begins, in ticks of one sample, and a hash of its bytes.
        struct SoundPacket: Equatable {
            var time: Int
            var hash: String
        }

        private func packets(_ path: String) async throws -> [SoundPacket] {
            let outcome = try await ChildProcess.run(
                "ffmpeg", ["-v", "error", "-i", path, "-map", "0:a:0", "-c", "copy", "-f", "framemd5", "pipe:1"])
            guard outcome.succeeded else { throw ChildError.failed("ffmpeg", outcome) }
            return outcome.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
                let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                return fields.count > 5 ? Int(fields[2]).map { SoundPacket(time: $0, hash: fields[5]) } : nil
            }
        }

        @Test func audibleSoundKeepsItsBits() async throws {
            let run = try await Screening.run(Self.clip)
            let source = try await packets(try await ClipMaker.clip(Self.clip).path)
            let output = try await packets(run.output)
            #expect(source.map(\.time) == output.map(\.time))
            let report = try await run.report()
            let span = try #require(report.concealedSpans.first)
            var kept = 0
            for (one, other) in zip(source, output) {
                let time = Double(one.time) / 48_000
                // A packet is 1024 samples; one more on each side is muted with the span.
                let margin = 2.5 * 1024 / 48_000
                // The last ones reach beyond the last picture.
                guard time + 2 * 1024 / 48_000 < Self.clip.seconds else { continue }
                if time < span.lowerBound - margin || time > span.upperBound + margin {
                    #expect(one == other)
                    kept += 1
                } else if time >= span.lowerBound, time + 1024 / 48_000 <= span.upperBound {
                    #expect(one.hash != other.hash)
                }
            }
            #expect(kept > 80)
        }

        // MARK: Subtitles

        /// One before the span, one that runs into it, one that begins in it, one behind it.
        static let subtitles = """
            1
            00:00:00,100 --> 00:00:00,400
            before

            2
            00:00:00,600 --> 00:00:01,500
            into

            3
            00:00:01,200 --> 00:00:01,800
            inside

            4
            00:00:03,200 --> 00:00:03,700
            behind

            """

        private func subtitled(_ folder: TemporaryFolder) async throws -> String {
            let clip = try await ClipMaker.clip(Self.clip)
            try Self.subtitles.write(toFile: folder.file("in.srt"), atomically: true, encoding: .utf8)
            try await ffmpeg([
                "-i", clip.path, "-i", folder.file("in.srt"), "-map", "0", "-map", "1", "-c", "copy", "-c:s", "srt",
                "-metadata:s:s:0", "language=ita", folder.file("in.mkv"),
            ])
            return folder.file("in.mkv")
        }

        @Test(arguments: [
            ("out.mp4", "mov_text", []), ("out.mkv", "subrip", []),
            ("out.webm", "webvtt", ["--encoder", "libvpx", "--encoder-option", "deadline=realtime"]),
        ])
        func subtitlesObeyTheSpan(name: String, codec: String, options: [String]) async throws {
            let folder = try TemporaryFolder()
            let run = try await Screening.run(try await subtitled(folder), showing: Self.clip, to: name, options)
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            try await run.report().expectWhole(Self.clip)
            let track = try #require(try await MediaFacts.of(run.output).streams("subtitle").first)
            #expect(track.codecName == codec)
            #expect(track.language == "ita")
            try await ffmpeg(["-i", run.output, "-map", "0:s:0", "-f", "srt", folder.file("out.srt")])
            let cues = Self.cues(try String(contentsOfFile: folder.file("out.srt"), encoding: .utf8))
            #expect(cues.map(\.text) == ["before", "into", "behind"])
            guard cues.count == 3 else { return }
            // ffmpeg counts from the file's start, which sound may set a little before the first picture.
            let concealed = try #require(run.events.named("concealed").first?.time)
            #expect(abs(cues[0].end - 0.4) < 0.06)
            #expect(cues[1].end <= concealed + 0.06 && cues[1].end > cues[1].start)
            #expect(abs(cues[2].start - 3.2) < 0.06 && abs(cues[2].end - 3.7) < 0.06)
        }

        @Test func subtitlesThatDoNotFitAreLeftOutAndThatIsSaidOnce() async throws {
            let folder = try TemporaryFolder()
            let run = try await Screening.run(try await subtitled(folder), showing: Self.clip, to: "out.ts")
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            try await run.report().expectWhole(Self.clip)
            #expect(run.events.notices.filter { $0.contains("subtitles") }.count == 1)
            #expect(try await MediaFacts.of(run.output).streams("subtitle").isEmpty)
        }

        struct Cue {
            var start: Double
            var end: Double
            var text: String
        }

        static func cues(_ text: String) -> [Cue] {
            text.replacingOccurrences(of: "\r", with: "").components(separatedBy: "\n\n").compactMap { block in
                let lines = block.split(separator: "\n")
                guard lines.count >= 3 else { return nil }
                let times = lines[1].components(separatedBy: " --> ").compactMap { time -> Double? in
                    let parts = time.replacingOccurrences(of: ",", with: ".").split(separator: ":").compactMap {
                        Double($0)
                    }
                    return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
                }
                guard times.count == 2 else { return nil }
                return Cue(start: times[0], end: times[1], text: String(lines[2]))
            }
        }

        // MARK: Metadata

        @Test(arguments: ["out.mp4", "out.mkv"])
        func titleChaptersAndLanguagesAreCarried(name: String) async throws {
            let clip = try await ClipMaker.clip(Self.clip)
            let folder = try TemporaryFolder()
            try """
            ;FFMETADATA1
            title=Holiday by the sea
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=1500
            title=Morning
            [CHAPTER]
            TIMEBASE=1/1000
            START=1500
            END=4000
            title=Noon
            """.write(toFile: folder.file("facts"), atomically: true, encoding: .utf8)
            try await ffmpeg([
                "-i", clip.path, "-f", "ffmetadata", "-i", folder.file("facts"), "-map", "0", "-map_metadata", "1",
                "-map_chapters", "1", "-c", "copy", "-metadata:s:a:0", "language=swe", folder.file("in.mkv"),
            ])
            let run = try await Screening.run(folder.file("in.mkv"), showing: Self.clip, to: name)
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let facts = try await MediaFacts.of(run.output)
            #expect(facts.format.tags?["title"] == "Holiday by the sea")
            #expect(facts.chapters.map(\.title) == ["Morning", "Noon"])
            #expect(facts.chapters.first.flatMap { Double($0.end) } == 1.5)
            #expect(facts.streams("audio").map(\.language) == ["swe"])
            try await run.report().expectWhole(Self.clip)
        }
    }
}
