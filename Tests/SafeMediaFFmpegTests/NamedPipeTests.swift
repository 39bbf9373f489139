import Foundation
import SafeMediaFFmpeg
import Testing

@Suite("Named pipes by their path")
struct NamedPipeTests {
    private let path: String

    init() throws {
        path = NSTemporaryDirectory() + "pipe-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
    }

    @Test("An output that nobody reads is given up at the deadline")
    func noReader() throws {
        defer { unlink(path) }
        let interrupt = Interrupt()
        interrupt.arm(after: .milliseconds(100))
        let error = #expect(throws: FFmpegError.self) {
            _ = try Muxer.open(.file(path), format: "mpegts", interrupt: interrupt)
        }
        #expect(error?.isTimedOut == true)
    }

    @Test("An input that nobody writes is given up at the deadline")
    func noWriter() throws {
        defer { unlink(path) }
        let interrupt = Interrupt()
        interrupt.arm(after: .milliseconds(100))
        let error = #expect(throws: FFmpegError.self) { _ = try Demuxer.open(.file(path), interrupt: interrupt) }
        #expect(error?.isTimedOut == true)
    }

    @Test("Cancelling ends the wait for a reader")
    func cancelled() throws {
        defer { unlink(path) }
        let interrupt = Interrupt()
        interrupt.cancel()
        let error = #expect(throws: FFmpegError.self) {
            _ = try Muxer.open(.file(path), format: "mpegts", interrupt: interrupt)
        }
        #expect(error?.isInterrupted == true)
    }
}
