import Foundation
import SafeMediaFFmpeg
import Testing

/// A server that takes connections (the kernel does) and never says a word.
private final class SilentServer {
    let descriptor: Int32
    let port: UInt16

    init() throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, size) == 0 && listen(listening, 8) == 0 && getsockname(listening, $0, &size) == 0
            }
        }
        descriptor = listening
        try #require(bound)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}

@Suite("Ending calls that block")
struct InterruptTests {
    @Test("A server that never answers is given up at the deadline", arguments: ["tcp", "http", "rtsp", "rtmp"])
    func deadline(scheme: String) throws {
        let server = try SilentServer()
        let interrupt = Interrupt()
        interrupt.arm(after: .milliseconds(200))
        let clock = ContinuousClock()
        let begin = clock.now
        let error = #expect(throws: FFmpegError.self) {
            _ = try Demuxer.open(.url("\(scheme)://127.0.0.1:\(server.port)/live"), interrupt: interrupt)
        }
        #expect(error?.isTimedOut == true)
        #expect(interrupt.cause == .deadline)
        #expect(!interrupt.isCancelled)
        #expect(begin.duration(to: clock.now) < .seconds(5))
    }

    @Test("Cancelling ends an open", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let server = try SilentServer()
        let interrupt = Interrupt()
        let url = "tcp://127.0.0.1:\(server.port)"
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<FFmpegError?, Never>) in
            let thread = Thread {
                do throws(FFmpegError) {
                    _ = try Demuxer.open(.url(url), interrupt: interrupt)
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
            thread.start()
            interrupt.cancel()
        }
        #expect(error?.isInterrupted == true)
        #expect(interrupt.cause == .cancelled)
    }

    @Test("A pipe that stays empty is given up at the deadline")
    func emptyPipe() throws {
        let pipe = Pipe()
        let interrupt = Interrupt()
        interrupt.arm(after: .milliseconds(100))
        let error = #expect(throws: FFmpegError.self) {
            _ = try Demuxer.open(.descriptor(pipe.fileHandleForReading.fileDescriptor), interrupt: interrupt)
        }
        #expect(error?.isTimedOut == true)
    }

    @Test("A reader that stays away ends the writing at the deadline")
    func fullPipe() throws {
        let media = try Media()
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4")))
        let pipe = Pipe()
        let interrupt = Interrupt()
        let muxer = try Muxer.open(
            .descriptor(pipe.fileHandleForWriting.fileDescriptor), format: "mpegts", interrupt: interrupt)
        let index = try muxer.addStream(OutputStream(decoded.stream.parameters, timeBase: decoded.stream.timeBase))
        try muxer.writeHeader()
        interrupt.arm(after: .milliseconds(200))
        let first = try #require(decoded.packets.first)
        let error = #expect(throws: FFmpegError.self) {
            // A pipe holds 64 KiB.
            for round in 0..<2000 {
                try muxer.write(try first.with(pts: Int64(round * 512), dts: Int64(round * 512)), stream: index)
            }
        }
        #expect(error?.isTimedOut == true, "\(error?.description ?? "no error")")
    }

    @Test("A reader that has gone is an error, not a signal")
    func brokenPipe() throws {
        let media = try Media()
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4")))
        let pipe = Pipe()
        let muxer = try Muxer.open(
            .descriptor(pipe.fileHandleForWriting.fileDescriptor), format: "mpegts", interrupt: Interrupt())
        let index = try muxer.addStream(OutputStream(decoded.stream.parameters, timeBase: decoded.stream.timeBase))
        try pipe.fileHandleForReading.close()
        let error = #expect(throws: FFmpegError.self) {
            try muxer.writeHeader()
            for packet in decoded.packets { try muxer.write(packet, stream: index) }
            try muxer.flush()
        }
        #expect(error?.isBrokenPipe == true, "\(error?.description ?? "no error")")
    }
}
