import SafeMediaFrames
import Testing

@testable import SafeMediaFFmpeg

@Suite struct ADTSFramesTests {
    private func open() throws -> (Media, Demuxer, StreamInfo) {
        let media = try Media()
        let source = try media.make("in.ts", ["-f", "lavfi", "-i", "sine=d=1:r=44100", "-ac", "2", "-c:a", "aac"])
        let demuxer = try Demuxer.open(.file(source), interrupt: Interrupt())
        return (media, demuxer, try #require(demuxer.streams.first))
    }

    /// What is left makes sound with nothing but the container's description.
    @Test func barePayloadsAreDecoded() throws {
        let (media, demuxer, stream) = try open()
        defer { withExtendedLifetime(media) {} }
        let frames = try #require(ADTSFrames(stream))
        let described = try frames.describing(stream.parameters)
        #expect(described.extradata == [0x12, 0x10])
        let decoder = try AudioDecoder.make(for: described, timeBase: stream.timeBase)
        var packet: SharedPacket?
        var sound: SharedAudioFrame?
        var count = 0
        while try demuxer.read(into: &packet) == .item {
            let original = try #require(packet)
            let payload = try #require(try frames.payload(of: original))
            #expect(payload.size == original.size - 7)
            #expect(payload.pts == original.pts)
            #expect(try decoder.send(payload))
            while try decoder.receive(into: &sound) == .item { count += sound?.sampleCount ?? 0 }
        }
        #expect(count >= 44100)
    }

    @Test(arguments: [(0, 0x00), (1, 0x00), (2, 0x90), (3, 0xFF), (4, 0x00)])
    func damagedHeadersAreRefused(position: Int, value: Int) throws {
        let (media, demuxer, stream) = try open()
        defer { withExtendedLifetime(media) {} }
        let frames = try #require(ADTSFrames(stream))
        var packet: SharedPacket?
        #expect(try demuxer.read(into: &packet) == .item)
        let original = try #require(packet)
        var bytes = original.withBytes { [UInt8]($0) }
        bytes[position] = UInt8(value)
        #expect(try frames.payload(of: original.replacing(bytes: bytes)) == nil)
        #expect(try frames.payload(of: original.replacing(bytes: Array(bytes.prefix(5)))) == nil)
    }
}
