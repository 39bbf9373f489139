import Foundation
import Synchronization

/// A directory that goes with the test.
final class TestDirectory: Sendable {
    let path: String

    init() throws {
        path = "/tmp/command-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// A pipe of which the test holds both ends.
final class TestPipe: Sendable {
    let reading: Int32
    let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        (reading, writing) = (ends[0], ends[1])
        // Writing to a closed pipe is an error here, as in the command.
        signal(SIGPIPE, SIG_IGN)
    }

    func closeWriting() { close(writing) }
    func closeReading() { close(reading) }

    /// Everything until the other end is closed.
    func readAll() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(reading, &buffer, buffer.count)
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Reads until this text has come, for at most ten seconds.
    func read(until text: String) -> String {
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
            var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 10_000) > 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = Foundation.read(reading, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A clock that a test sets.
final class ManualClock: Sendable {
    private let time = Mutex(0.0)

    var now: Double {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}
