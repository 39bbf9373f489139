import Foundation
import Glibc
import Synchronization

/// Keeps every byte that is sent to a UDP port, which is bound from the start on. Ends when it is let go.
final class DatagramReceiver: Sendable {
    /// Where to send to.
    var url: String { "udp://127.0.0.1:\(port)?pkt_size=1316" }

    private let port: UInt16
    private let socket: Int32
    private let path: String
    private let folder: TemporaryFolder
    private let end = OneShot<Int>()
    /// The end is marked once: after it the port may be somebody else's.
    private let isMarked = Atomic(false)

    /// - Parameter name: of the file, in a folder of its own.
    init(_ name: String = "received.ts") throws {
        folder = try TemporaryFolder()
        path = folder.file(name)
        (socket, port) = try LoopbackPort.bind(.udp)
        // What is sent while this machine is busy waits in the kernel: 4 MB, or as much as it allows.
        var room: Int32 = 4 << 20
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        guard FileManager.default.createFile(atPath: path, contents: nil) else { throw LoopbackError.noFile(path) }
        Thread.detachNewThread { [socket, path, end] in end.set(Self.receive(socket, into: path)) }
    }

    deinit {
        finish()
    }

    /// Everything that was sent before this call: datagrams to this machine keep their order, and the empty one sent now
    /// comes behind them.
    func received() async -> String {
        finish()
        _ = await end.value()
        return path
    }

    private func finish() {
        if !isMarked.exchange(true, ordering: .relaxed) { LoopbackPort.sendEmptyDatagram(to: port) }
    }

    /// Returns the number of bytes, and closes the socket.
    private static func receive(_ socket: Int32, into path: String) -> Int {
        defer { close(socket) }
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return total }
            total += count
            guard buffer.withUnsafeBytes({ writeAll(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: file) }) else {
                return total
            }
        }
    }
}

/// A value that is set once and may be awaited from then or before.
final class OneShot<Value: Sendable>: Sendable {
    private let state = Mutex<(value: Value?, waiters: [CheckedContinuation<Value, Never>])>((nil, []))

    func set(_ value: Value) {
        let waiters = state.withLock { state in
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    func value() async -> Value {
        await withCheckedContinuation { waiter in
            let known = state.withLock { state -> Value? in
                if state.value == nil { state.waiters.append(waiter) }
                return state.value
            }
            if let known { waiter.resume(returning: known) }
        }
    }
}
