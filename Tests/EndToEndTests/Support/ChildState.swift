import Foundation
import Glibc

/// How a child process ended.
enum ChildStatus: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
    }
}

/// What is left of a child process that has ended.
struct ChildOutcome: Sendable {
    var status: ChildStatus
    /// True where it was killed for having used up its time.
    var ranOutOfTime: Bool
    var output: [UInt8]
    var errorBytes: [UInt8]

    var succeeded: Bool { status == .exited(0) && !ranOutOfTime }
    var text: String { String(decoding: output, as: UTF8.self) }
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }
}

enum ChildError: Error, CustomStringConvertible {
    case cannotStart(String, code: Int32)
    case cannotMakePipe(code: Int32)
    case endedEarly(String, waitingFor: String, ChildOutcome)
    case inputClosed(String)
    case failed(String, ChildOutcome)

    var description: String {
        switch self {
        case .cannotStart(let name, let code): "\(name) cannot be started: \(String(cString: strerror(code)))"
        case .cannotMakePipe(let code): "no pipe could be made: \(String(cString: strerror(code)))"
        case .endedEarly(let name, let text, let outcome):
            "\(name) ended (\(outcome.status)) before it said '\(text)': \(outcome.errors.suffix(600))"
        case .inputClosed(let name): "\(name) reads no more"
        case .failed(let name, let outcome): "\(name) failed (\(outcome.status)): \(outcome.errors.suffix(600))"
        }
    }
}

struct LineWaiter: Sendable {
    var text: String
    var stream: ChildProcess.Stream
    var continuation: CheckedContinuation<String?, Never>
}

/// What the threads around a child share.
struct ChildState: Sendable {
    /// The writing end of its standard input.
    var input: Int32?
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var status: ChildStatus?
    var ranOutOfTime = false
    /// From then on its number may belong to somebody else.
    var isReaped = false
    var outcome: ChildOutcome?
    var outcomeWaiters: [CheckedContinuation<ChildOutcome, Never>] = []
    private var lineWaiters: [LineWaiter] = []
    /// Two readers and the one who waits for the exit.
    private var partsLeft = 3

    init(input: Int32?) {
        self.input = input
    }

    /// The answer to a waiter, if there is one already: a line, or nil for "never".
    mutating func wait(_ waiter: LineWaiter) -> (line: String?, Void)? {
        if let line = line(containing: waiter.text, in: waiter.stream) { return (line, ()) }
        if outcome != nil { return (nil, ()) }
        lineWaiters.append(waiter)
        return nil
    }

    mutating func append(_ bytes: ArraySlice<UInt8>, to stream: ChildProcess.Stream) -> [(LineWaiter, String)] {
        switch stream {
        case .output: output.append(contentsOf: bytes)
        case .errors: errors.append(contentsOf: bytes)
        }
        var found: [(LineWaiter, String)] = []
        var waiting: [LineWaiter] = []
        for waiter in lineWaiters {
            if waiter.stream == stream, let line = line(containing: waiter.text, in: stream) {
                found.append((waiter, line))
            } else {
                waiting.append(waiter)
            }
        }
        lineWaiters = waiting
        return found
    }

    mutating func part() -> (
        waiters: [CheckedContinuation<ChildOutcome, Never>], lines: [LineWaiter], outcome: ChildOutcome?
    ) {
        partsLeft -= 1
        guard partsLeft == 0, let status else { return ([], [], nil) }
        let ended = ChildOutcome(
            status: status, ranOutOfTime: ranOutOfTime, output: output, errorBytes: errors)
        outcome = ended
        defer {
            outcomeWaiters = []
            lineWaiters = []
        }
        return (outcomeWaiters, lineWaiters, ended)
    }

    private func line(containing text: String, in stream: ChildProcess.Stream) -> String? {
        let bytes = stream == .output ? output : errors
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        return bytes[..<end].split(separator: UInt8(ascii: "\n"))
            .lazy.map { String(decoding: $0, as: UTF8.self) }
            .first { $0.contains(text) }
    }
}
