import Foundation
import Synchronization

/// How a writer ended.
package enum WriterEnd: Sendable, Hashable {
    /// Everything was written.
    case written
    /// The reader went or the disk is full; this has been reported.
    case broken
    /// The reader takes nothing any more.
    case stalled
}

/// Writes events in order on a thread of its own, so that whoever pushes them never waits for a slow reader.
package final class BackgroundWriter: Sendable {
    private struct State: Sendable {
        var queue: BoundedQueue<CommandEvent>
        var isFinishing = false
        var isBroken = false
        /// Grows with each write that came to its end.
        var writes = 0
    }

    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)
    private let progress = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - open: called on the thread before the first write; a FIFO may keep it waiting.
    ///   - encode: makes the bytes of an event or of a gap.
    ///   - fail: called once, on the thread, when nothing more can be written.
    package init(
        name: String, capacity: Int, open: @escaping @Sendable () throws(SystemError) -> Int32,
        encode: @escaping @Sendable (BoundedQueue<CommandEvent>.Item) -> [UInt8],
        fail: @escaping @Sendable (SystemError) -> Void
    ) {
        state = Mutex(State(queue: BoundedQueue(capacity: capacity)))
        let thread = Thread { [self] in
            do throws(SystemError) {
                try write(to: try open(), encode)
            } catch {
                // Told before it shows, so that whoever finishes does not leave without the message.
                fail(error)
                state.withLock { state in
                    state.isBroken = true
                    _ = state.queue.popAll()
                }
            }
            progress.signal()
        }
        thread.name = name
        thread.start()
    }

    /// Adds an event; never waits.
    package func push(_ event: CommandEvent) {
        state.withLock { state in
            if !state.isBroken, !state.isFinishing { state.queue.push(event, isMandatory: event.isMandatory) }
        }
        wake.signal()
    }

    /// Waits until everything is written, as long as the reader takes something at least every `stall` seconds.
    ///
    /// - Returns: how it went.
    package func finish(stall: Double) -> WriterEnd {
        state.withLock { $0.isFinishing = true }
        wake.signal()
        var seen = -1
        var end = DispatchTime.now()
        while true {
            let (isBroken, writes) = state.withLock { ($0.isBroken, $0.writes) }
            if writes == .max { return .written }
            if isBroken { return .broken }
            if writes != seen {
                seen = writes
                end = .now() + stall
            } else if DispatchTime.now() >= end {
                return .stalled
            }
            // Wakes at once for writes of the past; the loop looks again.
            _ = progress.wait(timeout: end)
        }
    }

    private func write(
        to descriptor: Int32, _ encode: (BoundedQueue<CommandEvent>.Item) -> [UInt8]
    ) throws(SystemError) {
        while true {
            let (items, isLast) = state.withLock { state in
                let items = state.queue.popAll()
                return (items, items.isEmpty && state.isFinishing)
            }
            for item in items {
                try Descriptor.write(encode(item), to: descriptor)
                state.withLock { $0.writes += 1 }
                progress.signal()
            }
            if isLast {
                state.withLock { $0.writes = .max }
                return
            }
            if items.isEmpty { wake.wait() }
        }
    }
}
