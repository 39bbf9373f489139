import Foundation
import Glibc

/// A client of the control socket that sends one command and reads its answer.
enum ControlConnection {
    struct Answer: Decodable, Sendable {
        struct Status: Decodable, Sendable {
            var frames: Int
            var concealed: Int
            var isConcealed: Bool
            var closedBy: Int?
            var isClosedByOperator: Bool
            var isStoppedByPolicy: Bool
            var isAnalysisAttached: Bool
            var position: Double?
        }

        var ok: Bool
        var error: String?
        var message: String?
        var current: Int?
        var decision: Int?
        var status: Status?
    }

    static func ask(_ socket: String, _ command: String) async throws -> Answer {
        let line: Result<[UInt8], any Error> = await withCheckedContinuation { waiter in
            // A call that waits, on a thread of its own.
            Thread.detachNewThread { waiter.resume(returning: Result { try exchange(socket, command) }) }
        }
        return try JSONDecoder().decode(Answer.self, from: Data(try line.get()))
    }

    static func status(_ socket: String) async throws -> Answer.Status? {
        try await ask(socket, #"{"command":"status"}"#).status
    }

    static func reveal(_ socket: String, after decision: Int) async throws -> Answer {
        try await ask(socket, #"{"command":"continue","decision":\#(decision)}"#)
    }

    private static func exchange(_ path: String, _ command: String) throws -> [UInt8] {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.copyBytes(from: Array(path.utf8).prefix(room.count - 1))
        }
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0, Array("\(command)\n".utf8).withUnsafeBytes({ writeAll($0, to: descriptor) }) else {
            throw ChildError.inputClosed("the control socket")
        }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return line
    }
}
