import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Synchronization

/// The way of verdicts from the gate to the engine: keeps their order and their numbers, and holds them while no session
/// is attached. Safe to use from any thread.
final class VerdictOutlet: Sendable {
    typealias VerdictStream = AsyncThrowingStream<SafeMediaVerdict, any Error>

    /// What the engine will make a decision of.
    struct Item: Sendable {
        let number: Int
        /// nil for the end of the stream by an error.
        let verdict: FrameVerdict?
        let time: StreamTime
        /// When it was handed to the engine, on the monotonic clock.
        let since: StreamTime
    }

    /// The error that ends a verdict stream.
    struct AnalysisFailed: Error, CustomStringConvertible {
        let description = "the model failed on several frames in a row, or did not answer in time"
    }

    private struct State {
        var continuation: VerdictStream.Continuation?
        /// Handed to the engine, and not yet handled.
        var expected: [Item] = []
        /// Waiting for a session.
        var queued: [Item] = []
    }

    private let state = Mutex(State())

    /// A stream for a new session; what waited for it goes first.
    func open() -> VerdictStream {
        let (stream, continuation) = VerdictStream.makeStream(bufferingPolicy: .unbounded)
        state.withLock { state in
            state.continuation = continuation
            let queued = state.queued
            state.queued = []
            for item in queued { Self.hand(item, to: continuation, &state) }
        }
        return stream
    }

    /// Hands a verdict, or the error that ends the stream, to the engine.
    func hand(number: Int, verdict: FrameVerdict?, time: StreamTime) {
        let item = Item(number: number, verdict: verdict, time: time, since: MonotonicClock.now)
        state.withLock { state in
            if let continuation = state.continuation {
                Self.hand(item, to: continuation, &state)
            } else {
                state.queued.append(item)
            }
        }
    }

    private static func hand(_ item: Item, to continuation: VerdictStream.Continuation, _ state: inout State) {
        state.expected.append(item)
        if let verdict = item.verdict {
            continuation.yield(verdict.verdict)
        } else {
            continuation.finish(throwing: AnalysisFailed())
            state.continuation = nil
        }
    }

    /// The engine is about to handle the oldest item.
    func take() -> Item? {
        state.withLock { $0.expected.isEmpty ? nil : $0.expected.removeFirst() }
    }

    /// Since when the oldest item has been waiting for the engine.
    var waitingSince: StreamTime? { state.withLock { $0.expected.first?.since } }

    /// Whether this decision waits for the engine.
    func isExpecting(_ number: Int) -> Bool {
        state.withLock { state in
            state.expected.contains { $0.number == number } || state.queued.contains { $0.number == number }
        }
    }

    /// Whether anything waits for the engine.
    var isEmpty: Bool { state.withLock { $0.expected.isEmpty } }

    /// The session is over. What the engine has not handled it never will, but for the decision that closed the latch:
    /// the next session is told of it.
    ///
    /// - Returns: the numbers of what was waiting.
    func close(keeping latched: Int?) -> [Int] {
        state.withLock { state in
            state.continuation = nil
            let numbers = state.expected.map(\.number)
            state.queued += state.expected.filter { $0.number == latched }
            state.expected = []
            return numbers
        }
    }
}
