import Foundation
import Testing

/// The judge is judged first: clips of which it is known what they show.
@Suite(.timeLimit(.minutes(1)))
struct OutputReaderTests {
    private static let clip = ClipDescription(seconds: 4).showing(1..<2.2)

    @Test func aClipWithNothingConcealedLeaksEverySensitiveFrame() async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let report = try await OutputReader.report(on: clip.path, madeFrom: clip.description)
        #expect(report.numbers == Array(0..<100))
        #expect(report.leaked == Array(25..<55))
        #expect(report.concealed == 0)
        #expect(report.over.isEmpty)
        #expect(report.isMonotonic)
        #expect(report.muted == [])
        let sync = try #require(report.sync)
        #expect(abs(sync) <= 15)
    }

    @Test(arguments: [
        "drawbox=t=fill:color=black:enable='between(n,25,54)'",
        "gblur=sigma=24:enable='between(n,25,54)'",
        "loop=loop=30:size=1:start=24,select='not(between(n,55,84))',setpts=N/25/TB",
    ])
    func concealedFramesAreCountedAndDoNotLeak(filter: String) async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let output = try await filtered(clip, video: filter, sound: "volume=0:enable='between(t,1,2.2)'")
        let report = try await OutputReader.report(on: output.file("out.mp4"), madeFrom: clip.description)
        #expect(report.frames == 100)
        #expect(report.leaked.isEmpty)
        #expect(report.concealed == 30)
        #expect(report.over.isEmpty)
        #expect(report.isMonotonic)
        let muted = try #require(report.muted)
        #expect(muted.count == 1)
        #expect(abs((muted.first?.lowerBound ?? 0) - 1) < 0.05)
        #expect(abs((muted.first?.upperBound ?? 0) - 2.2) < 0.05)
    }

    @Test func oneFrameTooFewConcealedIsALeak() async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let output = try await filtered(clip, video: "drawbox=t=fill:color=black:enable='between(n,26,60)'")
        let report = try await OutputReader.report(on: output.file("out.mp4"), madeFrom: clip.description)
        #expect(report.leaked == [25])
        #expect(report.concealed == 35)
        #expect(report.over == Array(55...60))
    }

    @Test func lateSoundIsMeasured() async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let output = try await filtered(clip, video: "null", sound: "adelay=120:all=1")
        let report = try await OutputReader.report(on: output.file("out.mp4"), madeFrom: clip.description)
        let sync = try #require(report.sync)
        #expect(abs(sync - 120) <= 15)
    }

    private func filtered(_ clip: Clip, video: String, sound: String = "anull") async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let outcome = try await ChildProcess.run(
            "ffmpeg",
            [
                "-y", "-v", "error", "-i", clip.path, "-vf", video, "-af", sound, "-c:v", "libx264", "-preset",
                "veryfast", "-crf", "20", folder.file("out.mp4"),
            ])
        guard outcome.succeeded else { throw ChildError.failed("ffmpeg", outcome) }
        return folder
    }
}
