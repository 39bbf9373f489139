import Foundation

/// One connection to the control socket. Reads nothing while an answer waits to be taken, so that a client that never
/// reads costs a bounded amount of memory and nobody's time.
struct ControlClient {
    let descriptor: Int32
    private var lines = LineAssembler()
    private var output: [UInt8] = []
    private var isAtEnd = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// What to poll for.
    var interest: Int16 { output.isEmpty ? Int16(POLLIN) : Int16(POLLOUT) }

    mutating func queue(_ answer: JSONValue) { output += answer.bytes + [UInt8(ascii: "\n")] }

    /// Nothing more is read; the client goes once it has taken its answers.
    mutating func end() { isAtEnd = true }

    /// Does what can be done without waiting.
    ///
    /// - Returns: whether the connection goes on.
    mutating func serve(_ answer: ([UInt8]) -> JSONValue) -> Bool {
        if output.isEmpty, !isAtEnd, !read(answer) { return false }
        return flush() && !(isAtEnd && output.isEmpty)
    }

    private mutating func read(_ answer: ([UInt8]) -> JSONValue) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        isAtEnd = count == 0
        for line in isAtEnd ? lines.finish() : lines.append(buffer[..<count]) {
            switch line {
            case .complete(let bytes): queue(answer(bytes))
            case .tooLong:
                let message = "a line has at most \(LineAssembler.longest) bytes"
                queue(ControlAnswer.json(ControlFailure("lineTooLong", message)))
            }
        }
        return true
    }

    private mutating func flush() -> Bool {
        while !output.isEmpty {
            let count = send(descriptor, output, output.count, Int32(MSG_NOSIGNAL))
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            output.removeFirst(count)
        }
        return true
    }
}
