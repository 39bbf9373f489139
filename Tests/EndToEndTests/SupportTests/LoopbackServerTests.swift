import Foundation
import Testing

/// The servers that other tests rely on, driven with the ffmpeg program alone.
@Suite(.timeLimit(.minutes(1)))
struct LoopbackServerTests {
    /// No B-frames, as for anything live.
    private static let clip: ClipDescription = {
        var clip = ClipDescription(seconds: 2)
        clip.video = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-g", "25", "-bf", "0"]
        return clip
    }()

    @Test func rtspPlaysTheClip() async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let server = try await RTSPServer.start(playing: clip.path)
        let folder = try TemporaryFolder()
        try await ffmpeg(
            [
                "-rtsp_transport", "tcp", "-i", server.playURL, "-frames:v", "40", "-c:v", "libx264",
                folder.file("o.mkv"),
            ])
        let report = try await OutputReader.report(on: folder.file("o.mkv"), madeFrom: clip.description)
        #expect(report.frames == 40)
        #expect(report.concealed == 0)
        // The first ones are shown or dropped as the client finds its clock.
        let settled = report.numbers.suffix(25).compactMap(\.self)
        #expect(zip(settled, settled.dropFirst()).allSatisfy { $1 == ($0 + 1) % 50 })
    }

    @Test func rtspRecordsWhatIsPublished() async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let server = try await RTSPServer.start(playing: clip.path)
        try await ffmpeg(
            ["-re", "-i", clip.path, "-c", "copy", "-f", "rtsp", "-rtsp_transport", "tcp", server.publishURL])
        try await server.waitUntilRecorded()
        let report = try await OutputReader.report(on: server.recording, madeFrom: clip.description)
        #expect(report.numbers == Array(0..<50))
        #expect(report.muted != nil)
    }

    @Test func rtmpRecordsWhatIsPublished() async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let server = try await RTMPServer.start()
        try await ffmpeg(["-i", clip.path, "-c", "copy", "-f", "flv", server.url("test")])
        let recording = try await server.recording(of: "test")
        let report = try await OutputReader.report(on: recording, madeFrom: clip.description)
        #expect(report.numbers == Array(0..<50))
    }

    @Test func datagramsAreAllKept() async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let receiver = try DatagramReceiver()
        try await ffmpeg(["-re", "-i", clip.path, "-c", "copy", "-f", "mpegts", receiver.url])
        let report = try await OutputReader.report(on: await receiver.received(), madeFrom: clip.description)
        #expect(report.numbers == Array(0..<50))
        #expect(report.isMonotonic)
    }

    @Test(arguments: StreamListener.Kind.allCases)
    func listenersKeepWhatTheyAreSent(kind: StreamListener.Kind) async throws {
        let clip = try await ClipMaker.clip(Self.clip)
        let listener = try await StreamListener.start(kind)
        try await ffmpeg(["-re", "-i", clip.path, "-c", "copy", "-f", "mpegts", listener.url])
        let report = try await OutputReader.report(on: await listener.received(), madeFrom: clip.description)
        // An SRT sender that closes takes with it what lies within the latency, 120 ms, of the end.
        #expect(report.frames >= (kind == .srt ? 40 : 50))
        #expect(report.numbers == Array(0..<report.frames))
        #expect(report.isMonotonic)
    }

    private func ffmpeg(_ arguments: [String]) async throws {
        let outcome = try await ChildProcess.run(
            "ffmpeg", ["-y", "-v", "error", "-nostdin"] + arguments, limit: .seconds(40))
        guard outcome.succeeded else { throw ChildError.failed("ffmpeg", outcome) }
    }
}
