import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@testable import SafeMediaStream

/// The table of what each output holds.
struct PlannerTests {
    /// A real stream's description, to be altered.
    private func template() throws -> StreamInfo {
        let demuxer = try Demuxer.open(.file(Fixture.url("media/demo.mp4").path), interrupt: Interrupt())
        defer { demuxer.close() }
        return try #require(demuxer.bestVideoStream)
    }

    private func video(_ codec: CodecID, orientation: PictureOrientation = .upright) throws -> StreamInfo {
        var stream = try template()
        stream.codecID = codec
        stream.video?.orientation = orientation
        return stream
    }

    private func other(_ kind: StreamInfo.Kind, _ codec: CodecID, index: Int = 1) throws -> StreamInfo {
        var stream = try template()
        stream.index = index
        stream.kind = kind
        stream.codecID = codec
        stream.video = nil
        return stream
    }

    private func plan(
        _ target: OutputTarget, video: StreamInfo, others: [StreamInfo] = [], chapters: [Chapter] = [],
        configure: (inout StreamConfiguration) -> Void = { _ in }
    ) throws -> OutputPlan {
        var configuration = StreamConfiguration(input: .path("in"), output: .path("out"), analyzers: [])
        configure(&configuration)
        return try OutputPlanner(configuration: configuration, isLive: false).plan(
            target: target, streams: [video] + others, video: video, frameRate: Rational(25, 1), chapters: chapters,
            metadata: ["title": "T"])
    }

    private func codec(_ plan: OutputPlan) -> String? {
        CodecCapabilities.codec(ofEncoder: plan.video.encoder)?.name
    }

    @Test(arguments: [
        ("out.mp4", "h264", "h264"), ("out.mp4", "hevc", "hevc"), ("out.mkv", "mpeg2video", "mpeg2video"),
        ("out.webm", "vp9", "vp9"), ("out.ts", "h264", "h264"), ("out.ts", "mpeg2video", "mpeg2video"),
        ("out.flv", "h264", "h264"),
    ])
    func codecsStayWhereTheOutputHoldsThem(_ name: String, _ codec: String, _ expected: String) throws {
        let plan = try plan(.file(name), video: try video(try #require(CodecID(name: codec))))
        #expect(self.codec(plan) == expected)
        #expect(plan.notices.isEmpty)
    }

    @Test(arguments: [
        ("out.webm", "h264", ["vp8", "vp9", "av1"]), ("out.ts", "vp9", ["h264", "hevc", "mpeg2video"]),
        ("out.flv", "hevc", ["h264"]),
    ])
    func codecsThatItDoesNotHoldFallBackAndSaySo(_ name: String, _ codec: String, _ allowed: [String]) throws {
        let plan = try plan(.file(name), video: try video(try #require(CodecID(name: codec))))
        #expect(allowed.contains(try #require(self.codec(plan))))
        #expect(plan.notices.count == 1)
        #expect(plan.notices.first?.contains("instead of \(codec)") == true)
    }

    @Test(arguments: [
        ("rtsp://host/path", "rtsp"), ("rtmp://host/app", "flv"), ("srt://host:9000", "mpegts"),
        ("udp://host:9000", "mpegts"),
    ])
    func addressesNameTheirContainer(_ url: String, _ container: String) throws {
        let plan = try plan(.url(url), video: try video(.h264))
        #expect(plan.container.name == container)
        #expect(codec(plan) == "h264")
    }

    @Test func hlsIsAPlaylistsName() throws {
        #expect(try plan(.file("live.m3u8"), video: try video(.h264)).container.name == "hls")
    }

    @Test(arguments: [
        ("out.mp4", true), ("out.mkv", false), ("out.webm", false), ("out.ts", false), ("out.flv", false),
    ])
    func rotationIsStatedOrBakedIn(_ name: String, _ isStated: Bool) throws {
        let turned = try video(.h264, orientation: PictureOrientation(quarterTurns: 1))
        let plan = try plan(.file(name), video: turned)
        #expect(plan.video.statedOrientation == (isStated ? turned.orientation : .upright))
        #expect(plan.video.bakedOrientation == (isStated ? PictureOrientation.upright : turned.orientation))
    }

    @Test(arguments: ["out.ts", "out.flv"])
    func textSubtitlesAreDroppedAndSaid(_ name: String) throws {
        let plan = try plan(.file(name), video: try video(.h264), others: [try other(.textSubtitle, .subrip)])
        #expect(plan.tracks.isEmpty)
        #expect(plan.notices.count == 1)
        #expect(plan.notices.first?.contains("text subtitles") == true)
    }

    @Test func textSubtitlesStayInMatroska() throws {
        let plan = try plan(.file("out.mkv"), video: try video(.h264), others: [try other(.textSubtitle, .subrip)])
        #expect(plan.tracks.count == 1)
        #expect(plan.notices.isEmpty)
    }

    @Test func whatNobodyJudgedIsDroppedAndSaid() throws {
        let others = [
            try other(.pictureSubtitle, .none), try other(.data, .none, index: 2), try other(.video, .h264, index: 3),
        ]
        let plan = try plan(.file("out.mkv"), video: try video(.h264), others: others)
        #expect(plan.tracks.isEmpty)
        #expect(plan.notices.count == 3)
    }

    @Test func chaptersStayWhereTheyAreHeld() throws {
        let chapter = Chapter(id: 1, start: .zero, end: StreamTime(seconds: 1), title: "one")
        #expect(try plan(.file("out.mkv"), video: try video(.h264), chapters: [chapter]).chapters == [chapter])
        let plan = try plan(.file("out.ts"), video: try video(.h264), chapters: [chapter])
        #expect(plan.chapters.isEmpty)
        #expect(plan.notices.count == 1)
    }

    @Test func whatAnOptionAsksForAndCannotBeHadIsRefused() throws {
        let video = try video(.h264)
        for (name, configure) in [
            ("out.flv", { $0.encoder.name = "libx265" }), ("out.mp4", { $0.encoder.name = "nosuchencoder" }),
            ("out.xyz", { _ in }), ("out.png", { _ in }), ("out.mp4", { $0.format = "nosuchformat" }),
        ] as [(String, (inout StreamConfiguration) -> Void)] {
            do {
                _ = try plan(.file(name), video: video, configure: configure)
                Issue.record("\(name) was planned")
            } catch let error as StreamError {
                #expect(error.code == .invalidConfiguration)
            }
        }
        #expect(throws: StreamError.self) { try plan(.descriptor(1), video: video) }
    }
}
