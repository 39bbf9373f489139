import SafeMediaFFmpeg
import SafeMediaFrames

/// Reads one picture from an image file, or the first of a video.
enum StillPicture {
    /// How long a local file may take to give its picture.
    private static let limit = Duration.seconds(10)

    static func read(_ path: String) throws(FFmpegError) -> SharedFrame {
        let interrupt = Interrupt()
        interrupt.arm(after: limit)
        let demuxer = try Demuxer.open(.file(path), options: InputOptions(), interrupt: interrupt)
        defer { demuxer.close() }
        guard let stream = demuxer.bestVideoStream ?? demuxer.streams.first(where: { $0.kind == .video }) else {
            throw FFmpegError(code: -1, operation: "read picture", detail: "there is no picture in it")
        }
        var options = VideoDecoderOptions()
        options.threadCount = 1
        let decoder = try VideoDecoder.make(for: stream, options: options)
        var packet: SharedPacket?
        var frame: SharedFrame?
        var isAtEnd = false
        while true {
            if try decoder.receive(into: &frame) == .item, let frame { return frame }
            guard !isAtEnd else {
                throw FFmpegError(code: -1, operation: "read picture", detail: "there is no picture in it")
            }
            if try demuxer.read(into: &packet) == .endOfStream {
                isAtEnd = true
                _ = try decoder.send(nil)
            } else if let packet, packet.streamIndex == stream.index {
                _ = try decoder.send(packet)
            }
        }
    }
}
