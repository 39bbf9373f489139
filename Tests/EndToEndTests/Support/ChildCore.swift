import Foundation
import Glibc
import Synchronization

/// The part of a child process that its threads hold on to, so that the handle itself can be let go meanwhile.
final class ChildCore: Sendable {
    let pid: pid_t
    let state: Mutex<ChildState>

    /// The reading ends of its standard output and standard error; closed by the threads that read them.
    private let output: Int32
    private let errors: Int32

    init(pid: pid_t, input: Int32?, output: Int32, errors: Int32) {
        self.pid = pid
        self.output = output
        self.errors = errors
        self.state = Mutex(ChildState(input: input))
    }

    /// Starts the threads; once.
    func begin(_ input: ChildProcess.Input) {
        collect(.output, from: output)
        collect(.errors, from: errors)
        awaitExit()
        feed(input)
    }

    func kill(outOfTime: Bool) {
        state.withLock { state in
            guard !state.isReaped else { return }
            state.ranOutOfTime = state.ranOutOfTime || outOfTime
            _ = Glibc.kill(-pid, SIGKILL)
        }
    }

    func closeInput() {
        let descriptor = state.withLock { state in
            defer { state.input = nil }
            return state.input
        }
        if let descriptor { close(descriptor) }
    }

    private func collect(_ stream: ChildProcess.Stream, from descriptor: Int32) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { break }
                let found = state.withLock { $0.append(buffer[..<count], to: stream) }
                for (waiter, line) in found { waiter.continuation.resume(returning: line) }
            }
            close(descriptor)
            part()
        }
    }

    private func awaitExit() {
        let pid = pid
        Thread.detachNewThread { [self] in
            // The zombie keeps its number, and so its group's, until the rest of the group is gone.
            var information = siginfo_t()
            while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
            let status = state.withLock { state in
                _ = Glibc.kill(-pid, SIGKILL)
                var status: Int32 = 0
                while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
                state.isReaped = true
                return status
            }
            state.withLock { $0.status = ChildStatus(waitStatus: status) }
            part()
        }
    }

    private func feed(_ input: ChildProcess.Input) {
        let produce: @Sendable ((UnsafeRawBufferPointer) -> Bool) -> Void
        switch input {
        case .nothing, .open: return
        case .bytes(let bytes): produce = { write in _ = bytes.withUnsafeBytes(write) }
        case .producer(let producer): produce = producer
        }
        Thread.detachNewThread { [self] in
            if let descriptor = state.withLock(\.input) {
                produce { writeAll($0, to: descriptor) }
            }
            closeInput()
        }
    }

    /// One of the three threads that make an outcome is done.
    private func part() {
        let (waiters, lines, ended) = state.withLock { $0.part() }
        for waiter in lines { waiter.continuation.resume(returning: nil) }
        if let ended {
            for waiter in waiters { waiter.resume(returning: ended) }
        }
    }
}

/// False where the other end is closed.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(descriptor, part.baseAddress, part.count)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
