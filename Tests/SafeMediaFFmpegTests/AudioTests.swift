import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@Suite("Sound")
struct AudioTests {
    private func format(_ rate: Int, _ sampleFormat: String = "s16", channels: Int = 1) -> AudioFormat {
        AudioFormat(
            sampleRate: rate, channels: channels, layout: channels == 1 ? "mono" : "stereo", sampleFormat: sampleFormat)
    }

    private func drain(_ resampler: AudioResampler) throws -> [SharedAudioFrame] {
        var result: [SharedAudioFrame] = []
        var frame: SharedAudioFrame?
        while try resampler.receive(into: &frame) == .item { result.append(try #require(frame)) }
        return result
    }

    @Test(
        "Sound is decoded, brought to an encoder's frames, encoded and written",
        arguments: [
            ("aac", "mp4"), ("libopus", "mkv"), ("ac3", "ts"), ("flac", "mkv"), ("flac", "mp4"), ("pcm_s16le", "wav"),
            ("libmp3lame", "mp3"),
            ("libvorbis", "webm"), ("mp2", "ts"),
        ])
    func roundTrip(encoder name: String, container: String) throws {
        let media = try Media()
        let source = try media.make(
            "in.wav", ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=1", "-ac", "2"])
        let demuxer = try Demuxer.open(.file(source), interrupt: Interrupt())
        let stream = try #require(demuxer.streams.first)
        let decoder = try AudioDecoder.make(for: stream)
        let muxer = try Muxer.open(.file(media.path("out.\(container)")), interrupt: Interrupt())
        var configuration = AudioEncoderConfiguration(encoder: name, format: try #require(stream.audio).format)
        configuration.hasGlobalHeader = muxer.wantsGlobalHeader
        let encoder = try AudioEncoder.make(configuration)
        let resampler = try AudioResampler.make(for: encoder)
        let index = try muxer.addStream(OutputStream(encoder.parameters, timeBase: encoder.timeBase))
        try muxer.writeHeader()
        var packet: SharedPacket?
        var sound: SharedAudioFrame?
        func write() throws {
            while try resampler.receive(into: &sound) == .item {
                let frame = try #require(sound)
                #expect(try encoder.send(frame))
                while try encoder.receive(into: &packet) == .item {
                    try muxer.write(try #require(packet), stream: index)
                }
            }
        }
        while try demuxer.read(into: &packet) == .item {
            let item = try #require(packet)
            #expect(try decoder.send(item))
            while try decoder.receive(into: &sound) == .item {
                try resampler.send(sound)
                try write()
            }
        }
        try resampler.send(nil)
        try write()
        #expect(try encoder.send(nil))
        while try encoder.receive(into: &packet) == .item { try muxer.write(try #require(packet), stream: index) }
        try muxer.finish()
        let path = media.path("out.\(container)")
        let duration = try Media.probe(path, "format=duration", stream: "a:0")
        let seconds = Double(duration.first ?? "") ?? 0
        #expect(abs(seconds - 1) < 0.1)
        // The tone is still there: half-scale sine over 8, as the source has it.
        let volume = try Media.run(
            "sh", ["-c", "ffmpeg -hide_banner -i '\(path)' -af volumedetect -f null - 2>&1 | grep -o 'mean_volume.*'"])
        let level = Double(volume.split(separator: " ").dropFirst().first ?? "") ?? 0
        #expect(level > -25 && level < -17, "\(volume)")
    }

    @Test("A hole is filled with silence, and what comes twice is left out")
    func holes() throws {
        let source = format(8000)
        let resampler = try AudioResampler.make(to: source, frameSize: 400)
        func sound(at pts: Int64) throws -> SharedAudioFrame {
            try .silence(source, sampleCount: 800, pts: pts, timeBase: Rational(1, 8000))
        }
        try resampler.send(try sound(at: 1000))
        try resampler.send(try sound(at: 3000))
        try resampler.send(try sound(at: 3400))
        try resampler.send(nil)
        let frames = try drain(resampler)
        let expected = (0..<8).map { Int64(1000 + 400 * $0) }
        #expect(frames.compactMap(\.pts) == expected)
        #expect(frames.map(\.sampleCount) == [Int](repeating: 400, count: 8))
    }

    @Test("A very long hole is jumped over")
    func longHole() throws {
        let source = format(8000)
        let resampler = try AudioResampler.make(to: source, frameSize: 400)
        try resampler.send(try .silence(source, sampleCount: 600, pts: 0, timeBase: Rational(1, 8000)))
        try resampler.send(try .silence(source, sampleCount: 400, pts: 800_000, timeBase: Rational(1, 8000)))
        try resampler.send(nil)
        #expect(try drain(resampler).compactMap(\.pts) == [0, 400, 800_000])
    }

    @Test("Absurd times do not trap", arguments: [Int64.max, Int64.min + 1, 0, -1] as [Int64])
    func absurd(time: Int64) throws {
        let source = format(8000)
        let resampler = try AudioResampler.make(to: format(48000, "fltp", channels: 2), frameSize: 1024)
        let times: [Int64?] = [0, time, nil, time, 800]
        for pts in times {
            try resampler.send(try .silence(source, sampleCount: 800, pts: pts, timeBase: Rational(1, 8000)))
        }
        try resampler.send(nil)
        #expect(try drain(resampler).count > 4)
    }

    @Test("A change of format in mid-stream loses nothing")
    func formatChange() throws {
        let target = format(48000, "fltp", channels: 2)
        let resampler = try AudioResampler.make(to: target, frameSize: 1024)
        try resampler.send(try .silence(format(8000), sampleCount: 8000, pts: 0, timeBase: Rational(1, 8000)))
        try resampler.send(
            try .silence(
                format(44100, "s16", channels: 2), sampleCount: 44100, pts: 44100, timeBase: Rational(1, 44100)))
        try resampler.send(nil)
        let total = try drain(resampler).reduce(0) { $0 + $1.sampleCount }
        #expect(abs(total - 96000) < 100)
    }

    @Test("Only the asked span is silenced, in a copy")
    func silencing() throws {
        let media = try Media()
        let source = try media.make(
            "in.wav", ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=0.1", "-ac", "2"])
        let demuxer = try Demuxer.open(.file(source), interrupt: Interrupt())
        let decoder = try AudioDecoder.make(for: try #require(demuxer.streams.first))
        var packet: SharedPacket?
        var sound: SharedAudioFrame?
        #expect(try demuxer.read(into: &packet) == .item)
        let item = try #require(packet)
        #expect(try decoder.send(item))
        #expect(try decoder.receive(into: &sound) == .item)
        let original = try #require(sound)
        let before = original.withPlane(0) { [UInt8]($0) }
        let silenced = try original.silenced(100..<200)
        let after = silenced.withPlane(0) { [UInt8]($0) }
        #expect(original.withPlane(0) { [UInt8]($0) } == before)
        #expect(after[0..<400] == before[0..<400])
        #expect(after[400..<800].allSatisfy { $0 == 0 })
        #expect(after[800...] == before[800...])
        #expect(silenced.pts == original.pts)
        #expect(try original.silenced(-5..<Int.max).isSilent)
        #expect(!original.isSilent)
    }

    @Test(
        "Text subtitles change their codec and keep their words and times",
        arguments: [
            ("mov_text", "mp4"), ("webvtt", "webm"), ("ass", "mkv"), ("subrip", "mkv"),
        ])
    func subtitles(codec: String, container: String) throws {
        let media = try Media()
        try Data("1\n00:00:00,500 --> 00:00:01,250\nHello <i>there</i>\n\n2\n00:00:02,000 --> 00:00:03,000\nBye\n".utf8)
            .write(to: URL(fileURLWithPath: media.path("in.srt")))
        let demuxer = try Demuxer.open(.file(media.path("in.srt")), interrupt: Interrupt())
        let stream = try #require(demuxer.streams.first)
        #expect(stream.kind == .textSubtitle)
        let target = try #require(CodecID(name: codec))
        let converter = try SubtitleConverter.make(from: stream, to: target)
        let muxer = try Muxer.open(.file(media.path("out.\(container)")), interrupt: Interrupt())
        #expect(muxer.container.subtitles.contains(target))
        let index = try muxer.addStream(OutputStream(converter.parameters, timeBase: converter.timeBase))
        try muxer.writeHeader()
        var packet: SharedPacket?
        while try demuxer.read(into: &packet) == .item {
            let item = try #require(packet)
            let converted = try #require(try converter.convert(item))
            try muxer.write(converted, stream: index)
        }
        try muxer.finish()
        let text = try Media.run(
            "ffmpeg", ["-v", "error", "-i", media.path("out.\(container)"), "-f", "srt", "-"])
        #expect(text.contains("00:00:00,500 --> 00:00:01,250"))
        #expect(text.contains("Hello") && text.contains("there") && text.contains("Bye"))
        #expect(text.contains("00:00:02,000 --> 00:00:03,000"))
    }
}
