import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@Suite("Writing outputs")
struct MuxerTests {
    @Test("A live mp4 plays as far as it was written, without a trailer")
    func fragments() throws {
        let media = try Media()
        let source = try media.make(
            "in.mp4",
            ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4", "-c:v", "libx264", "-g", "25", "-bf", "0"])
        let decoded = try DecodedFile.decode(.file(source))
        var options = OutputOptions()
        options.isLive = true
        let target = media.path("live.mp4")
        let muxer = try Muxer.open(.file(target), options: options, interrupt: Interrupt())
        let index = try muxer.addStream(OutputStream(decoded.stream.parameters, timeBase: decoded.stream.timeBase))
        try muxer.writeHeader()
        for packet in decoded.packets.prefix(90) { try muxer.write(packet, stream: index) }
        // What a kill would leave behind.
        let copy = media.path("killed.mp4")
        try FileManager.default.copyItem(atPath: target, toPath: copy)
        try muxer.finish()
        let killed = try DecodedFile.decode(.file(copy))
        #expect(killed.frames.count >= 50)
        #expect(killed.frames.first?.pts == decoded.frames.first?.pts)
        #expect(try DecodedFile.decode(.file(target)).frames.count == 90)
    }

    @Test("mp4 into a pipe can be read again")
    func pipe() throws {
        let media = try Media()
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4")))
        let target = media.path("out.mp4")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "cat > '\(target)'"]
        process.standardInput = pipe
        try process.run()
        let muxer = try Muxer.open(
            .descriptor(pipe.fileHandleForWriting.fileDescriptor), format: "mp4", interrupt: Interrupt())
        #expect(!muxer.isSeekable)
        let index = try muxer.addStream(OutputStream(decoded.stream.parameters, timeBase: decoded.stream.timeBase))
        try muxer.writeHeader()
        for packet in decoded.packets { try muxer.write(packet, stream: index) }
        try muxer.finish()
        try muxer.finish()
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(try DecodedFile.decode(.file(target)).frames.map(\.pts) == decoded.frames.map(\.pts))
    }

    @Test("Titles, languages, dispositions and chapters are written", arguments: ["mp4", "mkv"])
    func descriptions(container: String) throws {
        let media = try Media()
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4")))
        let target = media.path("out.\(container)")
        let muxer = try Muxer.open(.file(target), interrupt: Interrupt())
        var stream = OutputStream(decoded.stream.parameters, timeBase: decoded.stream.timeBase)
        stream.metadata = ["language": "fre"]
        stream.disposition = [.isDefault]
        let index = try muxer.addStream(stream)
        muxer.setMetadata(["title": "A title"])
        try muxer.setChapters([
            Chapter(id: 0, start: .zero, end: StreamTime(seconds: 0.5), title: "One"),
            Chapter(id: 1, start: StreamTime(seconds: 0.5), end: StreamTime(seconds: 1), title: "Two"),
        ])
        try muxer.writeHeader()
        for packet in decoded.packets { try muxer.write(packet, stream: index) }
        try muxer.finish()
        let again = try Demuxer.open(.file(target), interrupt: Interrupt())
        #expect(again.metadata["title"] == "A title")
        #expect(again.chapters.map(\.title) == ["One", "Two"])
        #expect(again.bestVideoStream?.language == "fre")
        #expect(again.bestVideoStream?.disposition.contains(.isDefault) == true)
    }

    @Test("An option that the output does not know is an error that names it")
    func unknownOutputOption() throws {
        let media = try Media()
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4")))
        var options = OutputOptions()
        options.options = [("no_such_thing", "1")]
        let muxer = try Muxer.open(.file(media.path("out.mp4")), options: options, interrupt: Interrupt())
        _ = try muxer.addStream(OutputStream(decoded.stream.parameters, timeBase: decoded.stream.timeBase))
        let error = #expect(throws: FFmpegError.self) { try muxer.writeHeader() }
        #expect(error?.isUnknownOption == true)
        #expect(error?.description.contains("no_such_thing") == true)
    }

    @Test("An option that the encoder does not know is an error that names it")
    func unknownEncoderOption() throws {
        let format = PictureFormat(width: 64, height: 48, pixelFormat: try #require(PixelFormat.named("yuv420p")))
        var configuration = VideoEncoderConfiguration(encoder: "mpeg4", format: format, timeBase: Rational(1, 25))
        configuration.crf = 20
        let error = #expect(throws: FFmpegError.self) { _ = try VideoEncoder.make(configuration) }
        #expect(error?.isUnknownOption == true)
        #expect(error?.description.contains("crf") == true)
    }

    @Test("A format or an encoder that is not here is refused in one line")
    func unknownNames() throws {
        let format = PictureFormat(width: 64, height: 48, pixelFormat: try #require(PixelFormat.named("yuv420p")))
        let configuration = VideoEncoderConfiguration(encoder: "nothing", format: format, timeBase: Rational(1, 25))
        let first = #expect(throws: FFmpegError.self) { _ = try VideoEncoder.make(configuration) }
        #expect(first?.isUnsupported == true)
        let second = #expect(throws: FFmpegError.self) {
            _ = try Muxer.open(.file("/tmp/x.nothing"), interrupt: Interrupt())
        }
        #expect(second?.isUnsupported == true)
        let third = #expect(throws: FFmpegError.self) {
            _ = try Muxer.open(.file("/nowhere/at/all.mp4"), interrupt: Interrupt())
        }
        #expect(third?.isNotFound == true)
    }

    @Test(
        "Containers say what they hold",
        arguments: [
            ("mp4", "h264", true), ("mp4", "hevc", true), ("webm", "h264", false), ("webm", "vp9", true),
            ("flv", "hevc", false), ("mpegts", "h264", true), ("mpegts", "vp8", false), ("mp4", "mov_text", true),
            ("mpegts", "subrip", false), ("matroska", "subrip", true), ("webm", "aac", false), ("flv", "aac", true),
            ("rtsp", "hevc", true), ("rtsp", "mpeg2video", false), ("mov", "prores", true), ("mp4", "pcm_s16le", false),
        ])
    func capabilities(container: String, codec: String, holds: Bool) throws {
        let container = try #require(OutputContainer(name: container))
        #expect(container.canHold(try #require(CodecID(name: codec))) == holds)
    }

    @Test("Live encoding holds no frame back")
    func liveLatency() throws {
        let media = try Media()
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4")))
        for name in ["libx264", "libx265", "libvpx", "mpeg2video"] {
            var configuration = VideoEncoderConfiguration(
                encoder: name, format: try decoded.format, timeBase: Rational(1, 25))
            configuration.frameRate = Rational(25, 1)
            configuration.isLive = true
            let encoder = try VideoEncoder.make(configuration)
            var packet: SharedPacket?
            for (index, frame) in decoded.frames.enumerated() {
                #expect(try encoder.send(frame, pts: Int64(index)))
                #expect(try encoder.receive(into: &packet) == .item, "\(name) \(index)")
                #expect(packet?.pts == Int64(index))
            }
        }
    }

    @Test("A key frame comes where it is asked for")
    func forcedKeys() throws {
        let media = try Media()
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4")))
        for name in ["libx264", "libx265", "mpeg4", "libvpx"] {
            var configuration = VideoEncoderConfiguration(
                encoder: name, format: try decoded.format, timeBase: Rational(1, 25))
            configuration.frameRate = Rational(25, 1)
            configuration.keyInterval = 250
            let encoder = try VideoEncoder.make(configuration)
            var packet: SharedPacket?
            var keys: [Int64?] = []
            func drain() throws {
                while try encoder.receive(into: &packet) == .item {
                    if packet?.isKey == true { keys.append(packet?.pts) }
                }
            }
            for (index, frame) in decoded.frames.enumerated() {
                #expect(try encoder.send(frame, pts: Int64(index), forceKey: index == 7 || index == 20))
                try drain()
            }
            #expect(try encoder.send(nil))
            try drain()
            #expect(keys == [0, 7, 20], "\(name)")
        }
    }
}
