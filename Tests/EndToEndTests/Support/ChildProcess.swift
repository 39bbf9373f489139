import Foundation
import Glibc
import Synchronization

/// A program started by a test: its input, its output as it comes, and a hard limit on its time.
///
/// The child leads a process group of its own. When it ends, is stopped, runs out of time or is let go, whatever is left
/// of that group is killed, so that no test leaves a process behind.
final class ChildProcess: Sendable {
    /// What the child reads from standard input.
    enum Input: Sendable {
        case nothing
        case bytes([UInt8])
        /// Written with `write(_:)` and ended with `closeInput()`.
        case open
        /// Called on a thread of its own with a function that writes, and is false once the child reads no more.
        case producer(@Sendable (_ write: (UnsafeRawBufferPointer) -> Bool) -> Void)
    }

    enum Stream: Sendable {
        case output
        case errors
    }

    let name: String
    private let core: ChildCore

    private init(name: String, core: ChildCore) {
        self.name = name
        self.core = core
    }

    deinit {
        kill()
        closeInput()
    }

    /// Starts a program, looked for on the PATH where its name holds no slash.
    /// - Parameters:
    ///   - environment: added to this process's own.
    ///   - limit: after so long the child's group is killed, and its outcome says so.
    static func start(
        _ program: String, _ arguments: [String], input: Input = .nothing, environment: [String: String] = [:],
        limit: Duration = .seconds(60)
    ) throws -> ChildProcess {
        // A child that stops reading must be an error of `write`, not the end of the test run.
        _ = signal(SIGPIPE, SIG_IGN)
        let core = try DescriptorPair.spawning.withLock { _ in
            let output = try DescriptorPair.pipe()
            let errors = try DescriptorPair.pipe()
            let source: DescriptorPair? = if case .nothing = input { nil } else { try DescriptorPair.pipe() }
            defer {
                for descriptor in [output.writing, errors.writing, source?.reading].compactMap(\.self) {
                    close(descriptor)
                }
            }
            do {
                let pid = try spawn(
                    program, arguments, environment: environment, input: source?.reading, output: output.writing,
                    errors: errors.writing)
                return ChildCore(pid: pid, input: source?.writing, output: output.reading, errors: errors.reading)
            } catch {
                for descriptor in [output.reading, errors.reading, source?.writing].compactMap(\.self) {
                    close(descriptor)
                }
                throw error
            }
        }
        core.begin(input)
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.timeInterval) { core.kill(outOfTime: true) }
        return ChildProcess(name: URL(fileURLWithPath: program).lastPathComponent, core: core)
    }

    /// Runs a program to its end.
    static func run(
        _ program: String, _ arguments: [String], input: Input = .nothing, environment: [String: String] = [:],
        limit: Duration = .seconds(60)
    ) async throws -> ChildOutcome {
        try await start(program, arguments, input: input, environment: environment, limit: limit).outcome()
    }

    /// How it ended, once it has; both outputs are complete then.
    func outcome() async -> ChildOutcome {
        await withCheckedContinuation { waiter in
            let ended = core.state.withLock { state -> ChildOutcome? in
                if let ended = state.outcome { return ended }
                state.outcomeWaiters.append(waiter)
                return nil
            }
            if let ended { waiter.resume(returning: ended) }
        }
    }

    /// The first complete line that holds `text`, also among those that have come already.
    /// - Throws: `ChildError.endedEarly` where the child ends without having written one.
    func line(containing text: String, in stream: Stream) async throws -> String {
        let found: String? = await withCheckedContinuation { waiter in
            let known = core.state.withLock { state in
                state.wait(LineWaiter(text: text, stream: stream, continuation: waiter))
            }
            if let known { waiter.resume(returning: known.line) }
        }
        guard let found else { throw ChildError.endedEarly(name, waitingFor: text, await outcome()) }
        return found
    }

    /// Writes to an `open` input. Blocks while the child does not read.
    func write(_ bytes: [UInt8]) throws {
        let descriptor = core.state.withLock(\.input)
        guard let descriptor, bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) else {
            throw ChildError.inputClosed(name)
        }
    }

    /// Ends an `open` input.
    func closeInput() {
        core.closeInput()
    }

    /// Sends a signal to the child alone; nothing where it has ended.
    func send(_ signal: Int32) {
        core.state.withLock { state in
            if !state.isReaped { _ = Glibc.kill(core.pid, signal) }
        }
    }

    /// Kills the child and all its descendants; nothing where it has ended.
    func kill() {
        core.kill(outOfTime: false)
    }

    var pid: pid_t { core.pid }
    var hasEnded: Bool { core.state.withLock(\.isReaped) }
}

extension Duration {
    var timeInterval: TimeInterval {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
