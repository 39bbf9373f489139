import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@Suite("From file to file")
struct RoundTripTests {
    @Test("Times and size survive decoding, encoding and writing", arguments: ["mp4", "mkv", "mov", "ts", "flv"])
    func timesSurvive(container: String) throws {
        let media = try Media()
        let source = try media.clip("in.mp4")
        let decoded = try DecodedFile.decode(.file(source))
        #expect(decoded.frames.count == 25)
        let before = decoded.frames.compactMap(\.pts)
        #expect(before == before.sorted())

        let target = media.path("out.\(container)")
        let muxer = try Muxer.open(.file(target), interrupt: Interrupt())
        var configuration = VideoEncoderConfiguration(
            encoder: "libx264", format: try decoded.format, timeBase: decoded.stream.timeBase)
        configuration.hasGlobalHeader = muxer.wantsGlobalHeader
        configuration.frameRate = decoded.stream.averageFrameRate
        configuration.preset = "ultrafast"
        try encode(decoded.frames, with: try VideoEncoder.make(configuration), to: muxer)

        let again = try DecodedFile.decode(.file(target))
        #expect(again.frames.count == 25)
        let first = try #require(again.frames.first?.pts)
        let times = try again.frames.map { frame -> Int64 in
            let pts = try #require(frame.pts)
            return try #require(StreamTime(ticks: pts - first, timeBase: frame.timeBase)).nanoseconds
        }
        for (index, time) in times.enumerated() {
            #expect(abs(time - Int64(index) * 40_000_000) <= 1_000_000)
        }
        #expect(try Media.probe(target, "stream=width,height") == ["64,48"] || container == "ts")
    }

    @Test("A frame names the packet it came from, also with reordering and threads", arguments: [1, 4])
    func framesNameTheirPackets(threads: Int) throws {
        let media = try Media()
        let source = try media.clip("in.mp4", video: ["-c:v", "libx264", "-bf", "3", "-g", "10"])
        var options = VideoDecoderOptions()
        options.threadCount = threads
        let decoded = try DecodedFile.decode(.file(source), options: options)
        #expect(decoded.frames.count == decoded.packets.count)
        for frame in decoded.frames {
            let tag = try #require(frame.tag)
            #expect(decoded.packets[Int(tag)].pts == frame.pts)
        }
        #expect(decoded.frames.contains { $0.pictureType == .bidirectional })
    }

    @Test(
        "Codecs round trip through the encoder for their own family",
        arguments: [
            ("mpeg2video", "mkv"), ("mpeg4", "mp4"), ("libvpx", "webm"), ("libvpx-vp9", "webm"), ("mjpeg", "mkv"),
            ("ffv1", "mkv"), ("libx265", "mp4"), ("mpeg1video", "mkv"), ("prores", "mov"),
        ])
    func families(encoder: String, container: String) throws {
        let media = try Media()
        let source = try media.clip("in.mp4")
        let decoded = try DecodedFile.decode(.file(source))
        let target = media.path("out.\(container)")
        let muxer = try Muxer.open(.file(target), interrupt: Interrupt())
        let codec = try #require(CodecCapabilities.codec(ofEncoder: encoder))
        #expect(muxer.container.canHold(codec))
        let chosen = try #require(CodecCapabilities.videoEncoder(like: codec))
        #expect(CodecCapabilities.codec(ofEncoder: chosen) == codec)
        var configuration = VideoEncoderConfiguration(
            encoder: chosen, format: try decoded.format, timeBase: Rational(1, 25))
        configuration.frameRate = Rational(25, 1)
        configuration.hasGlobalHeader = muxer.wantsGlobalHeader
        let made = try VideoEncoder.make(configuration)
        let converter = PictureConverter()
        let frames = try decoded.frames.map { try converter.convert($0, to: made.format).share() }
        try encode(frames, with: made, to: muxer)
        let again = try DecodedFile.decode(.file(target))
        #expect(again.frames.count == 25)
        #expect(again.stream.codecID == codec)
        // The picture is the same picture: its luma is close to the source's.
        let before = try #require(decoded.frames.last).samples(0, width: 64, height: 48).joined()
        let plain = try #require(PixelFormat.named("yuv420p"))
        let last = try #require(again.frames.last)
        var format = last.format
        format.pixelFormat = plain
        format.color = try decoded.format.color
        let after = try converter.convert(last, to: format).share().samples(0, width: 64, height: 48).joined()
        let distance = zip(before, after).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(distance < 64 * 48 * 12)
    }
}
