import Foundation
import Synchronization

/// The Unix socket that takes commands: mode 0600 from its first moment, several clients, one thread.
package final class ControlSocket: Sendable {
    /// Bytes of a path that fit a socket's address, without the NUL.
    package static let longestPath = 107
    private static let mostClients = 16

    private let path: [UInt8]
    /// A pipe that ends the thread: closing the one end wakes the other.
    private let wake: Int32
    private let inode: UInt64
    private let isClosed = Mutex(false)

    /// Binds, listens and begins to answer.
    ///
    /// - Parameter answer: called on the socket's thread with one line; must return soon.
    package init(
        path: [UInt8], answer: @escaping @Sendable ([UInt8]) -> JSONValue
    ) throws(ControlSocketError) {
        self.path = path
        let woken: Int32
        do throws(SystemError) {
            (woken, wake) = try Descriptor.pipe()
        } catch {
            throw ControlSocketError(description: "the socket cannot be made: \(error)")
        }
        let listener: Int32
        do {
            listener = try Self.listen(path)
        } catch {
            Glibc.close(woken)
            Glibc.close(wake)
            throw error
        }
        inode = Self.inode(path) ?? 0
        let thread = Thread { Self.serve(listener, woken, answer) }
        thread.name = "control"
        thread.start()
    }

    /// Removes the socket and ends the connections; may be called again.
    package func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        // Another process may have put a socket of its own there since.
        if Self.inode(path) == inode { unlink(Descriptor.cPath(path)) }
        Glibc.close(wake)
    }

    deinit { close() }

    private static func inode(_ path: [UInt8]) -> UInt64? {
        var facts = stat()
        return lstat(Descriptor.cPath(path), &facts) == 0 ? UInt64(facts.st_ino) : nil
    }

    private static func serve(_ listener: Int32, _ woken: Int32, _ answer: ([UInt8]) -> JSONValue) {
        var clients: [ControlClient] = []
        defer {
            for client in clients { Glibc.close(client.descriptor) }
            Glibc.close(listener)
            Glibc.close(woken)
        }
        while true {
            var waiting = [
                pollfd(fd: woken, events: Int16(POLLIN), revents: 0),
                pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
            ]
            waiting += clients.map { pollfd(fd: $0.descriptor, events: $0.interest, revents: 0) }
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            if waiting[0].revents != 0 { return }
            var kept: [ControlClient] = []
            for (var client, ready) in zip(clients, waiting[2...]) {
                if ready.revents == 0 || client.serve(answer) {
                    kept.append(client)
                } else {
                    Glibc.close(client.descriptor)
                }
            }
            clients = kept
            if waiting[1].revents != 0, let client = accept(listener, clients.count) { clients.append(client) }
        }
    }

    private static func accept(_ listener: Int32, _ count: Int) -> ControlClient? {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else {
            // Out of descriptors: the connection stays in the queue, and the loop must not spin on it.
            if errno == EMFILE || errno == ENFILE { usleep(100_000) }
            return nil
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var client = ControlClient(descriptor)
        if count >= mostClients {
            client.queue(ControlAnswer.json(ControlFailure("tooManyClients", "at most \(mostClients) clients")))
            client.end()
        }
        return client
    }
}
