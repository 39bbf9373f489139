import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

/// Media made for one test by the `ffmpeg` command, in a directory that goes with the test.
final class Media {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("safemedia-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    /// Runs `ffmpeg` with these words and the path of `name`, which it gives back.
    @discardableResult
    func make(_ name: String, _ arguments: [String]) throws -> String {
        let output = path(name)
        _ = try Media.run("ffmpeg", ["-v", "error", "-y", "-nostdin"] + arguments + [output])
        return output
    }

    /// One second of moving bars with a tone.
    func clip(_ name: String, size: String = "64x48", video: [String] = ["-c:v", "libx264", "-preset", "ultrafast"])
        throws -> String
    {
        try make(
            name,
            [
                "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=1", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000:duration=1", "-pix_fmt", "yuv420p",
            ] + video + ["-c:a", "aac", "-shortest"])
    }

    static func run(_ command: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [command] + arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = readAll(output.fileHandleForReading.fileDescriptor)
        let complaint = readAll(errors.fileHandleForReading.fileDescriptor)
        process.waitUntilExit()
        struct Failure: Error { let text: String }
        guard process.terminationStatus == 0 else {
            throw Failure(text: "\(command): \(String(decoding: complaint, as: UTF8.self))")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Everything up to the end; a signal for another test's process does not end it.
    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return result }
            result += buffer[0..<count]
        }
    }

    /// One field of every frame, or packet, or stream, as `ffprobe` prints it.
    static func probe(_ path: String, _ entries: String, stream: String = "v:0", also: [String] = []) throws -> [String]
    {
        let text = try run(
            "ffprobe",
            ["-v", "error", "-select_streams", stream] + also
                + ["-show_entries", entries, "-of", "csv=p=0", path])
        return text.split(separator: "\n").map { String($0).trimmingCharacters(in: CharacterSet(charactersIn: ", ")) }
    }
}

/// Everything a file's best video stream decodes to.
struct DecodedFile {
    var frames: [SharedFrame] = []
    var packets: [SharedPacket] = []
    var stream: StreamInfo

    static func decode(
        _ source: InputSource, options: VideoDecoderOptions = VideoDecoderOptions(),
        input: InputOptions = InputOptions()
    ) throws -> DecodedFile {
        let demuxer = try Demuxer.open(source, options: input, interrupt: Interrupt())
        let stream = try #require(demuxer.bestVideoStream)
        demuxer.select([stream.index])
        let decoder = try VideoDecoder.make(for: stream, options: options)
        var result = DecodedFile(stream: stream)
        var packet: SharedPacket?
        reading: while true {
            switch try demuxer.read(into: &packet) {
            case .needsInput: continue
            case .endOfStream:
                #expect(try decoder.send(nil))
                try result.drain(decoder)
                break reading
            case .item:
                let item = try #require(packet)
                result.packets.append(item)
                #expect(try decoder.send(item, tag: Int64(result.packets.count - 1)))
                try result.drain(decoder)
            }
        }
        demuxer.close()
        return result
    }

    /// Of the first frame.
    var format: PictureFormat {
        get throws { try #require(frames.first).format }
    }

    private mutating func drain(_ decoder: VideoDecoder) throws {
        var frame: SharedFrame?
        while try decoder.receive(into: &frame) == .item { frames.append(try #require(frame)) }
    }
}

extension SharedFrame {
    /// The samples of plane `plane`, line by line from the top.
    func samples(_ plane: Int, width: Int, height: Int) -> [[UInt8]] {
        withPicture { picture in
            (0..<height).map { y in
                [UInt8](UnsafeRawBufferPointer(start: picture.planes[plane].line(y), count: width))
            }
        }
    }
}
