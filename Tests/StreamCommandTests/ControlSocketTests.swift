import Foundation
import SafeMediaStream
import StreamCommand
import Testing

@Suite("The control socket", .timeLimit(.minutes(1)))
struct ControlSocketTests {
    private let directory: TestDirectory
    private let path: String
    private let control = FakeControl()

    init() throws {
        directory = try TestDirectory()
        path = directory.file("control")
    }

    private func open() throws -> ControlSocket {
        try ControlSocket(path: Array(path.utf8)) { [control] in ControlAnswer.answer(to: $0, control) }
    }

    /// A bound socket's descriptor, or a connection to one.
    private func socket(connectedTo path: String? = nil, boundTo bound: String? = nil) -> Int32 {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array((path ?? bound ?? "").utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                let size = socklen_t(MemoryLayout<sockaddr_un>.size)
                return path != nil ? connect(descriptor, $0, size) : bind(descriptor, $0, size)
            }
        }
        #expect(result == 0)
        return descriptor
    }

    private func send(_ text: String, to descriptor: Int32) {
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    /// So many lines, waited for.
    private func lines(_ count: Int, from descriptor: Int32) -> [String] {
        var bytes: [UInt8] = []
        while bytes.count(where: { $0 == 0x0A }) < count {
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func mode() -> mode_t? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode : nil
    }

    @Test("Only its owner may use it, whatever the umask, and it goes at the end")
    func mode0600() throws {
        let socket = try open()
        #expect(mode() == S_IFSOCK | 0o600)
        socket.close()
        #expect(mode() == nil)
        socket.close()
    }

    @Test("Each line is answered in order, and garbage does not end the connection")
    func answers() throws {
        let socket = try open()
        let client = self.socket(connectedTo: path)
        send("{\"command\":\"conceal\"}\nrubbish\n\n{\"command\":\"con", to: client)
        send("tinue\",\"decision\":7}\n", to: client)
        let answers = lines(3, from: client)
        #expect(answers.count == 3 && answers[0] == #"{"ok":true}"# && answers[2] == #"{"ok":true,"decision":7}"#)
        #expect(answers[1].contains("badRequest"))
        #expect(control.calls == [.conceal, .reveal(7)])
        close(client)
        socket.close()
    }

    @Test("A client that closes its side after the last line, without a line end, gets its answer")
    func halfClose() throws {
        let socket = try open()
        let client = self.socket(connectedTo: path)
        send(#"{"command":"open"}"#, to: client)
        shutdown(client, Int32(SHUT_WR))
        #expect(lines(2, from: client) == [#"{"ok":true}"#])
        close(client)
        socket.close()
    }

    @Test("A client that never reads holds nobody up")
    func slowClient() throws {
        let socket = try open()
        let slow = self.socket(connectedTo: path)
        _ = fcntl(slow, F_SETFL, O_NONBLOCK)
        // More than the socket's buffers hold, both ways: at the end nothing more is taken.
        let request = String(repeating: "{\"command\":\"status\"}\n", count: 500)
        var refused = 0
        while refused < 3 {
            if write(slow, request, request.utf8.count) < 0 {
                refused += 1
                let quick = self.socket(connectedTo: path)
                send("{\"command\":\"conceal\"}\n", to: quick)
                #expect(lines(1, from: quick) == [#"{"ok":true}"#])
                close(quick)
            }
        }
        close(slow)
        socket.close()
    }

    @Test("Too long a line is refused, and the next one is served")
    func longLine() throws {
        let socket = try open()
        let client = self.socket(connectedTo: path)
        send(String(repeating: "x", count: 10_000) + "\n{\"command\":\"open\"}\n", to: client)
        let answers = lines(2, from: client)
        #expect(answers.first?.contains("lineTooLong") == true && answers.last == #"{"ok":true}"#)
        close(client)
        socket.close()
    }

    @Test("Clients beyond the bound are told so")
    func manyClients() throws {
        let socket = try open()
        var clients: [Int32] = []
        for _ in 0..<16 {
            let client = self.socket(connectedTo: path)
            send("{\"command\":\"open\"}\n", to: client)
            #expect(lines(1, from: client) == [#"{"ok":true}"#])
            clients.append(client)
        }
        let last = self.socket(connectedTo: path)
        #expect(lines(2, from: last).first?.contains("tooManyClients") == true)
        for client in clients + [last] { close(client) }
        socket.close()
    }

    @Test("A dead process's socket is replaced")
    func deadSocket() throws {
        close(socket(boundTo: path))
        #expect(mode() != nil)
        let socket = try open()
        let client = self.socket(connectedTo: path)
        send("{\"command\":\"open\"}\n", to: client)
        #expect(lines(1, from: client) == [#"{"ok":true}"#])
        close(client)
        socket.close()
    }

    @Test("A living process's socket, and any other file, is left alone")
    func refused() throws {
        let socket = try open()
        let error = #expect(throws: ControlSocketError.self) { try open() }
        #expect(error?.description == "another process listens there; name another socket")
        #expect(mode() == S_IFSOCK | 0o600)
        socket.close()

        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        let other = #expect(throws: ControlSocketError.self) { try open() }
        #expect(other?.description == "a file of that name exists and is not a socket; name another")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test("A socket that another process put there meanwhile is not removed")
    func replaced() throws {
        let socket = try open()
        unlink(path)
        let other = self.socket(boundTo: path)
        socket.close()
        #expect(mode() != nil)
        close(other)
    }
}
