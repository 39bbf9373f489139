import Foundation
import Testing

extension Lanes.Files {
    /// Every container, spans at the start, in the middle and at the end.
    @Suite struct ContainerTests {
        struct Case: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var clip: ClipDescription

            init(
                _ name: String, _ container: String, rate: FrameRate = FrameRate(25), sound: [String]? = nil,
                video: [String]
            ) {
                testDescription = name
                clip = ClipDescription.small(seconds: 6, rate: rate)
                    .showing(0..<0.6).showing(2.44..<3.1).showing(5.3..<6.2)
                clip.container = container
                clip.video = video
                clip.hasSound = sound != nil
                clip.audio = sound ?? []
            }
        }

        static let aac = ["-c:a", "aac", "-b:a", "96k"]
        static func h264(bFrames: Int) -> [String] {
            ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-g", "40", "-bf", "\(bFrames)"]
        }

        static let cases = [
            Case("mp4, B-frames", "mp4", sound: aac, video: h264(bFrames: 2)),
            Case("mp4, 29.97 fps, no sound", "mp4", rate: .ntsc, video: h264(bFrames: 3)),
            Case("mkv, 29.97 fps", "mkv", rate: .ntsc, sound: ["-c:a", "libopus"], video: h264(bFrames: 2)),
            Case("mkv, MPEG-4 and MP3", "mkv", sound: ["-c:a", "libmp3lame"], video: ["-c:v", "mpeg4", "-q:v", "3"]),
            Case("ts, B-frames", "ts", sound: aac, video: h264(bFrames: 2)),
            Case("ts, 29.97 fps, AC-3", "ts", rate: .ntsc, sound: ["-c:a", "ac3"], video: h264(bFrames: 2)),
            Case(
                "webm, VP8", "webm", sound: ["-c:a", "libopus"],
                video: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M"]),
            Case("flv", "flv", sound: aac, video: h264(bFrames: 0)),
            Case("flv, B-frames, no sound", "flv", video: h264(bFrames: 2)),
            Case("mov, PCM", "mov", sound: ["-c:a", "pcm_s16le"], video: h264(bFrames: 1)),
        ]

        @Test(arguments: cases)
        func spansAreConcealedAndTheRestIsWhole(_ value: Case) async throws {
            let run = try await Screening.run(value.clip)
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let report = try await run.report()
            report.expectWhole(value.clip)
            #expect(run.events.concerns.count == 3)
            let finished = try #require(run.events.finished)
            #expect(finished.outcome == "completed")
            #expect(finished.frames == value.clip.frameCount)
            #expect(finished.concealed == report.concealed)
            #expect(finished.late == 0)
        }

        @Test(arguments: ["mkv", "ts", "flv", "mov", "mp4"])
        func oneContainerBecomesAnother(container: String) async throws {
            let clip = ClipDescription.small(seconds: 3).showing(0.8..<1.4)
            let run = try await Screening.run(clip, to: "out.\(container)")
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            try await run.report().expectWhole(clip)
        }
    }
}
