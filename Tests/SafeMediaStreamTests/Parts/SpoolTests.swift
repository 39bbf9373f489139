import Glibc
import SafeMediaFrames
import SafeMediaKit
import Testing

@testable import SafeMediaStream

@Suite(.timeLimit(.minutes(1)))
struct SpoolTests {
    private func contents(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    @Test func copiesAPipeAndCanBeSought() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        PipelineThread.start("writer") {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            close(writing)
        }
        let spool = try SpooledInput.copying(reading)
        #expect(contents(spool.descriptor) == bytes)
        #expect(lseek(spool.descriptor, 100, SEEK_SET) == 100)
        #expect(contents(spool.descriptor) == Array(bytes[100...]))
    }

    @Test func nothingIsAnEmptyFile() throws {
        let null = open("/dev/null", O_RDONLY)
        defer { close(null) }
        #expect(contents(try SpooledInput.copying(null).descriptor).isEmpty)
    }

    @Test func aDescriptorThatCannotBeReadIsAnError() {
        #expect(throws: StreamError.self) { try SpooledInput.copying(-1) }
    }
}

struct DecisionBoardTests {
    private func decision(_ number: Int) -> StreamDecision {
        StreamDecision(
            number: number,
            decision: .init(
                action: .blur, verdict: ScriptedModel.verdict(.sensitive).verdict, context: .liveVideo,
                policy: .teenMessaging, reason: .sensitiveDetected), time: nil, scores: [:], allowsReveal: false)
    }

    @Test func aChoiceInAHandlerIsForItsDecision() {
        let board = DecisionBoard(.blank)
        board.begin(decision(3))
        #expect(board.handling == 3)
        board.choose(.mosaic)
        #expect(board.end()?.number == 3)
        #expect(board.handling == nil)
        #expect(board.concealment(for: 3) == .mosaic)
        #expect(board.concealment(for: 4) == .blank)
        #expect(board.concealment(for: nil) == .blank)
    }

    @Test func aChoiceElsewhereIsForEverything() {
        let board = DecisionBoard(.blank)
        board.begin(decision(3))
        board.choose(.mosaic)
        _ = board.end()
        board.choose(.blur)
        #expect(board.concealment(for: 3) == .blur)
        #expect(board.concealment(for: nil) == .blur)
    }
}
