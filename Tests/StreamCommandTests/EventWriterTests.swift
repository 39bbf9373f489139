import Foundation
import SafeMediaFrames
import SafeMediaStream
import StreamCommand
import Synchronization
import Testing

@Suite("The events file", .timeLimit(.minutes(1)))
struct EventWriterTests {
    private func notice(_ number: Int) -> CommandEvent { .stream(.notice("\(number)")) }

    private func decision(_ number: Int) -> CommandEvent {
        var decision = EventEncoderTests.decision
        decision.number = number
        return .stream(.decision(decision))
    }

    /// What the lines say, shortly.
    private func short(_ text: String) throws -> [String] {
        try text.split(separator: "\n").map { line in
            let json = try JSONParser.parse(Array(line.utf8))
            for key in ["message", "number", "lines"] {
                switch json[key] {
                case .string(let text): return text
                case .integer(let number): return key == "lines" ? "-\(number)" : "d\(number)"
                default: continue
                }
            }
            return "?"
        }
    }

    @Test("A reader too slow misses lines where they are missing, and no decision")
    func slowReader() throws {
        let pipe = TestPipe()
        let gate = DispatchSemaphore(value: 0)
        let writer = EventWriter(
            capacity: 3,
            open: {
                // The reader takes nothing until everything has been pushed.
                gate.wait()
                return pipe.writing
            }, fail: { _ in Issue.record("the pipe broke") })
        for number in 1...5 { writer.write(notice(number)) }
        writer.write(decision(1))
        writer.write(notice(6))
        writer.write(notice(7))
        writer.write(decision(2))
        gate.signal()
        #expect(writer.finish() == .written)
        pipe.closeWriting()
        #expect(try short(pipe.readAll()) == ["1", "2", "3", "-2", "d1", "-2", "d2"])
        pipe.closeReading()
    }

    @Test("Lines keep their order")
    func order() throws {
        let directory = try TestDirectory()
        let path = directory.file("events.jsonl")
        let writer = try EventWriter(.path(Array(path.utf8))) { _ in Issue.record("the file broke") }
        for number in 0..<1000 { writer.write(notice(number)) }
        #expect(writer.finish() == .written)
        #expect(try short(String(contentsOfFile: path, encoding: .utf8)) == (0..<1000).map(String.init))
    }

    @Test("A file that breaks is told once, and takes nothing after that")
    func broken() {
        let pipe = TestPipe()
        pipe.closeReading()
        let failures = Mutex<[SystemError]>([])
        let writer = EventWriter(open: { pipe.writing }, fail: { error in failures.withLock { $0.append(error) } })
        for number in 0..<100 { writer.write(notice(number)) }
        #expect(writer.finish() == .broken)
        #expect(failures.withLock { $0 } == [SystemError(EPIPE)])
        pipe.closeWriting()
    }

    @Test("A FIFO waits for its reader without holding anybody up")
    func fifo() throws {
        let directory = try TestDirectory()
        let path = directory.file("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let writer = try EventWriter(.path(Array(path.utf8))) { _ in Issue.record("the FIFO broke") }
        writer.write(notice(1))
        let reader = open(path, O_RDONLY)
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(reader, &buffer, buffer.count)
        #expect(try short(String(decoding: buffer[..<max(0, count)], as: UTF8.self)) == ["1"])
        #expect(writer.finish() == .written)
        close(reader)
    }

    @Test("What cannot be opened fails at once")
    func unopenable() {
        #expect(throws: SystemError(ENOENT)) { try EventWriter(.path(Array("/nowhere/x".utf8))) { _ in } }
        #expect(throws: SystemError(EBADF)) { try EventWriter(.descriptor(9999)) { _ in } }
    }
}
