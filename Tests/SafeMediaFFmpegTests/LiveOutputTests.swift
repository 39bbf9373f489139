import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@Suite("Live outputs")
struct LiveOutputTests {
    /// Twenty frames a second, no B-frames, a key frame each half second.
    private func clip(_ media: Media) throws -> DecodedFile {
        try DecodedFile.decode(
            .file(
                try media.make(
                    "in.mp4",
                    [
                        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=20:duration=6", "-c:v", "libx264", "-g", "10",
                        "-bf", "0",
                    ])))
    }

    private func write(_ clip: DecodedFile, to target: OutputTarget) throws {
        var options = OutputOptions()
        options.isLive = true
        let interrupt = Interrupt()
        interrupt.arm(after: .seconds(30))
        let muxer = try Muxer.open(target, options: options, interrupt: interrupt)
        let index = try muxer.addStream(OutputStream(clip.stream.parameters, timeBase: clip.stream.timeBase))
        try muxer.writeHeader()
        for packet in clip.packets { try muxer.write(packet, stream: index) }
        try muxer.finish()
    }

    @Test("A playlist's segments can be played")
    func playlist() throws {
        let media = try Media()
        let clip = try clip(media)
        try write(clip, to: .file(media.path("live.m3u8")))
        let frames = try Media.probe(media.path("live.m3u8"), "frame=pts_time")
        #expect(frames.count == 120)
        let names = try FileManager.default.contentsOfDirectory(atPath: media.directory.path)
        #expect(names.filter { $0.hasSuffix(".ts") }.count >= 3)
    }

    @Test("Datagrams arrive as a transport stream")
    func datagrams() throws {
        let media = try Media()
        let clip = try clip(media)
        let receiver = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(receiver) }
        var room: Int32 = 1 << 21
        setsockopt(receiver, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(receiver, $0, size) == 0 && getsockname(receiver, $0, &size) == 0
            }
        }
        try #require(isBound)
        try write(clip, to: .url("udp://127.0.0.1:\(UInt16(bigEndian: address.sin_port))?pkt_size=1316"))
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 2048)
        while true {
            let count = recv(receiver, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count <= 0 { break }
            bytes += buffer[0..<count]
        }
        #expect(bytes.count % 188 == 0)
        try Data(bytes).write(to: URL(fileURLWithPath: media.path("caught.ts")))
        let again = try DecodedFile.decode(.file(media.path("caught.ts")))
        #expect(again.frames.count >= 60)
        #expect(again.packets.first?.isKey == true)
    }

    @Test(
        "A publishing address without a server fails within its deadline",
        arguments: [
            "rtsp://user:hunter22@127.0.0.1:1/live", "rtmp://127.0.0.1:1/live/x", "srt://127.0.0.1:1",
        ])
    func noServer(url: String) throws {
        let media = try Media()
        let clip = try clip(media)
        var options = OutputOptions()
        options.isLive = true
        let interrupt = Interrupt()
        interrupt.arm(after: .milliseconds(500))
        let clock = ContinuousClock()
        let begin = clock.now
        let error = #expect(throws: FFmpegError.self) {
            let muxer = try Muxer.open(.url(url), options: options, interrupt: interrupt)
            _ = try muxer.addStream(OutputStream(clip.stream.parameters, timeBase: clip.stream.timeBase))
            try muxer.writeHeader()
        }
        #expect(begin.duration(to: clock.now) < .seconds(10))
        #expect(error?.description.contains("hunter22") == false)
    }
}
