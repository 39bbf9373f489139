import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

// Each runs in a process of its own, where nothing else opens handles.
@Suite("Handles and the log")
struct HandleTests {
    @Test("Nothing is left open after a whole run", .timeLimit(.minutes(1)))
    func nothingLeft() async {
        await #expect(processExitsWith: .success) {
            let before = HandleCounter.live
            try HandleTests.wholeRun()
            #expect(HandleCounter.live == before)
        }
    }

    @Test("Nothing is left open after failures", .timeLimit(.minutes(1)))
    func nothingLeftOfFailures() async {
        await #expect(processExitsWith: .success) {
            let media = try Media()
            let source = try media.clip("in.mp4")
            let junk = media.path("junk.mp4")
            try Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }).write(to: URL(fileURLWithPath: junk))
            let before = HandleCounter.live
            var bad = InputOptions()
            bad.options = [("nope", "1")]
            for (path, options) in [("/nowhere", InputOptions()), (junk, InputOptions()), (source, bad)] {
                #expect(throws: FFmpegError.self) {
                    _ = try Demuxer.open(.file(path), options: options, interrupt: Interrupt())
                }
            }
            #expect(throws: FFmpegError.self) { _ = try Muxer.open(.file("/no/where.mp4"), interrupt: Interrupt()) }
            let yuv = try #require(PixelFormat.named("yuv420p"))
            var configuration = VideoEncoderConfiguration(
                encoder: "libx264", format: PictureFormat(width: 64, height: 48, pixelFormat: yuv),
                timeBase: Rational(1, 25))
            configuration.options = [("nope", "1")]
            #expect(throws: FFmpegError.self) { _ = try VideoEncoder.make(configuration) }
            #expect(HandleCounter.live == before)
        }
    }

    private static func wholeRun() throws {
        let media = try Media()
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4")))
        let muxer = try Muxer.open(.file(media.path("out.mp4")), interrupt: Interrupt())
        let configuration = VideoEncoderConfiguration(
            encoder: "libx264", format: try decoded.format, timeBase: decoded.stream.timeBase)
        try encode(decoded.frames, with: try VideoEncoder.make(configuration), to: muxer)
        let scaler = FrameScaler()
        let format = SampleFormat(
            channels: .rgb, size: .stretched(width: 20, height: 20), resampling: .bilinear)
        for frame in decoded.frames {
            _ = try scaler.sample(frame, format: format, orientation: .upright, time: .zero)
        }
    }

    @Test("The log shows no credentials, whole lines, and the word of the context in errors", .timeLimit(.minutes(1)))
    func log() async {
        await #expect(processExitsWith: .success) {
            let lines = Lines()
            #expect(FFmpegLog.setSink(level: .debug) { _, context, message in lines.add("\(context): \(message)") })
            #expect(!FFmpegLog.setSink { _, _, _ in })
            let interrupt = Interrupt()
            interrupt.arm(after: .seconds(5))
            // Nobody listens on port 1.
            let error = #expect(throws: FFmpegError.self) {
                _ = try Demuxer.open(.url("http://user:hunter22@127.0.0.1:1/a?token=abcdef"), interrupt: interrupt)
            }
            let text = lines.all.joined(separator: "\n") + (error?.description ?? "")
            #expect(text.contains("127.0.0.1"))
            #expect(!text.contains("hunter22"))
            #expect(!text.contains("abcdef"))
            #expect(error?.detail?.isEmpty == false)
            #expect(lines.all.allSatisfy { !$0.contains("\n") })
        }
    }

    @Test("Damage in the data is told from the log", .timeLimit(.minutes(1)))
    func damage() async {
        await #expect(processExitsWith: .success) {
            let media = try Media()
            let source = try media.make(
                "in.h264",
                [
                    "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-c:v", "libx264", "-bf", "0",
                    "-g", "100",
                ])
            #expect(try HandleTests.damage(in: source) == 0)
            var bytes = try Data(contentsOf: URL(fileURLWithPath: source))
            // A stretch in the middle is lost.
            bytes.removeSubrange(bytes.count / 2..<bytes.count / 2 + 3000)
            let broken = media.path("broken.h264")
            try bytes.write(to: URL(fileURLWithPath: broken))
            #expect(try HandleTests.damage(in: broken) > 0)
        }
    }

    private static func damage(in path: String) throws -> Int {
        let demuxer = try Demuxer.open(.file(path), interrupt: Interrupt())
        let stream = try #require(demuxer.bestVideoStream)
        let decoder = try VideoDecoder.make(for: stream)
        var packet: SharedPacket?
        var frame: SharedFrame?
        var damage = 0
        while try demuxer.read(into: &packet) == .item {
            do { _ = try decoder.send(packet) } catch { damage += 1 }
            while try decoder.receive(into: &frame) == .item {
                if frame?.isCorrupt == true { damage += 1 }
            }
        }
        return damage + demuxer.takeDamage() + decoder.takeDamage()
    }
}

/// Lines collected from any thread.
// Guarded by the lock.
private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}
