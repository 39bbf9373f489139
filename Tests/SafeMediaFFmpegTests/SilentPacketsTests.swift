import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@Suite("Silent stand-ins for sound")
struct SilentPacketsTests {
    struct Track: Sendable, CustomTestStringConvertible {
        var codec: String
        var rate: Int
        var channels: Int
        var container: String
        var testDescription: String { "\(codec) \(rate) Hz, \(channels) channels, \(container)" }
    }

    static let tracks: [Track] =
        ["aac", "ac3", "eac3", "pcm_s16le"].flatMap { codec in
            [44100, 48000].flatMap { rate in
                [1, 2, 6].map { Track(codec: codec, rate: rate, channels: $0, container: "mkv") }
            }
        } + [
            Track(codec: "aac", rate: 48000, channels: 2, container: "ts"),
            Track(codec: "aac", rate: 44100, channels: 2, container: "mp4"),
            Track(codec: "ac3", rate: 48000, channels: 6, container: "ts"),
            Track(codec: "pcm_u8", rate: 44100, channels: 2, container: "wav"),
            Track(codec: "pcm_mulaw", rate: 8000, channels: 1, container: "wav"),
            Track(codec: "pcm_alaw", rate: 8000, channels: 1, container: "wav"),
            Track(codec: "pcm_s24be", rate: 48000, channels: 2, container: "mov"),
        ]

    @Test("A stand-in decodes, by the track's own decoder, to silence of the same length", arguments: tracks)
    func standInIsSilent(track: Track) throws {
        let media = try Media()
        let source = try media.make(
            "in.\(track.container)",
            [
                "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=\(track.rate):duration=\(track.rate == 8000 ? 10 : 2)", "-c:a",
                track.codec,
                "-ac", "\(track.channels)",
            ])
        let demuxer = try Demuxer.open(.file(source), interrupt: Interrupt())
        let stream = try #require(demuxer.streams.first { $0.kind == .audio })
        #expect(stream.audio?.format.channels == track.channels)
        var packets: [SharedPacket] = []
        var packet: SharedPacket?
        while try demuxer.read(into: &packet) == .item { packets.append(try #require(packet)) }
        let silence = try #require(SilentPackets.make(for: stream, example: packets.first))

        let decoder = try AudioDecoder.make(for: stream)
        var lengths: [Int] = []
        var silent: [Bool] = []
        func drain(_ decoder: AudioDecoder) throws {
            var frame: SharedAudioFrame?
            while try decoder.receive(into: &frame) == .item {
                let item = try #require(frame)
                lengths.append(item.sampleCount)
                // A-law has no zero; its smallest step is 8.
                silent.append(track.codec == "pcm_alaw" ? Loudness.peak(item) <= 8 : item.isSilent)
            }
        }
        // Five packets of sound, then silence for the next ten.
        for (index, original) in packets.prefix(15).enumerated() {
            let replaced = try silence.packet(replacing: original)
            #expect(replaced.pts == original.pts)
            #expect(replaced.duration == original.duration)
            #expect(try decoder.send(index < 5 ? original : replaced))
            try drain(decoder)
        }
        #expect(silent.prefix(4).contains(false))
        // Neighbours overlap, so the first silent packet may still sound.
        #expect(silent.dropFirst(6).allSatisfy { $0 })
        #expect(silent.count >= 14)

        let plain = try AudioDecoder.make(for: stream)
        var before: [Int] = []
        for original in packets.prefix(15) {
            #expect(try plain.send(original))
            var frame: SharedAudioFrame?
            while try plain.receive(into: &frame) == .item { before.append(try #require(frame).sampleCount) }
        }
        #expect(before == lengths)
    }

    @Test("There is none for codecs whose silence cannot be made")
    func noneForOthers() throws {
        let media = try Media()
        for (codec, name) in [("libmp3lame", "a.mp3"), ("libopus", "a.mkv"), ("flac", "b.mkv")] {
            let source = try media.make(
                name, ["-f", "lavfi", "-i", "sine=frequency=440:duration=1", "-c:a", codec])
            let demuxer = try Demuxer.open(.file(source), interrupt: Interrupt())
            let stream = try #require(demuxer.streams.first)
            #expect(SilentPackets.make(for: stream, example: nil) == nil)
        }
    }
}

/// Loudness of 16-bit sound.
private enum Loudness {
    static func peak(_ frame: SharedAudioFrame) -> Int {
        frame.withPlane(0) { bytes in
            stride(from: 0, to: bytes.count, by: 2).map {
                abs(Int(bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self)))
            }.max() ?? 0
        }
    }
}
