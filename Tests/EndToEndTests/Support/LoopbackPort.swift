import Foundation
import Glibc
import Synchronization

/// Ports on 127.0.0.1 for servers that cannot choose one themselves.
enum LoopbackPort {
    enum Transport: Sendable {
        case tcp
        case udp
    }

    private static let given = Mutex<Set<UInt16>>([])

    /// A port that nobody listens on and that was not given before in this process.
    static func free(_ transport: Transport) throws -> UInt16 {
        for _ in 0..<50 {
            let (descriptor, port) = try bind(transport)
            close(descriptor)
            if given.withLock({ $0.insert(port).inserted }) { return port }
        }
        throw LoopbackError.noPort(code: EADDRINUSE)
    }

    /// A socket that is bound to a port of the kernel's choice.
    static func bind(_ transport: Transport) throws -> (descriptor: Int32, port: UInt16) {
        let type = transport == .tcp ? SOCK_STREAM : SOCK_DGRAM
        let descriptor = socket(AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw LoopbackError.noPort(code: errno) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard code == 0 else {
            defer { close(descriptor) }
            throw LoopbackError.noPort(code: errno)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    static func sendEmptyDatagram(to port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: port)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, nil, 0, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    /// Returns once somebody listens on (TCP) or is bound to (UDP) the port, read from the kernel's tables: a trial
    /// connection would be taken for the publisher by a server that takes only one.
    static func waitUntilBound(_ port: UInt16, _ transport: Transport, by child: ChildProcess) async throws {
        let start = ContinuousClock.now
        while !isBound(port, transport) {
            guard !child.hasEnded else {
                throw ChildError.endedEarly(child.name, waitingFor: "port \(port)", await child.outcome())
            }
            guard ContinuousClock.now - start < .seconds(20) else { throw LoopbackError.neverBound(port) }
            // The kernel tells nobody when a port is bound; this is the pace of asking, no guess at how long it takes.
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private static func isBound(_ port: UInt16, _ transport: Transport) -> Bool {
        let name = transport == .tcp ? "tcp" : "udp"
        let suffix = String(format: ":%04X", Int(port))
        return ["/proc/net/\(name)", "/proc/net/\(name)6"].contains { table in
            guard let text = try? String(contentsOfFile: table, encoding: .utf8) else { return false }
            return text.split(separator: "\n").dropFirst().contains { line in
                let fields = line.split(separator: " ")
                // 0A is LISTEN; an unconnected UDP socket has no state to look at.
                return fields.count > 3 && fields[1].hasSuffix(suffix) && (transport == .udp || fields[3] == "0A")
            }
        }
    }
}

enum LoopbackError: Error, CustomStringConvertible {
    case noPort(code: Int32)
    case neverBound(UInt16)
    case noFile(String)
    case unreadableAnswer(String)

    var description: String {
        switch self {
        case .noPort(let code): "no free port: \(String(cString: strerror(code)))"
        case .neverBound(let port): "nobody bound port \(port) within 20 s"
        case .noFile(let path): "\(path) cannot be written"
        case .unreadableAnswer(let line): "the server said '\(line)' where a port was expected"
        }
    }
}
