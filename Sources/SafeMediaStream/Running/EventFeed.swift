import SafeMediaFrames
import Synchronization

/// Gives events to the observer in their order, and gathers late frames to one event a second. Safe to use from any thread.
final class EventFeed: Sendable {
    private struct Late {
        var first: StreamTime?
        var frames = 0
        var since = StreamTime.zero
    }

    private static let lateInterval = StreamTime(seconds: 1)
    /// How long the end of a run waits for an observer that is busy on another thread.
    private static let patience = StreamTime(nanoseconds: 400_000_000)

    private let relay = OrderedRelay<StreamEvent>()
    private let late = Mutex(Late())
    private let said = Mutex<Set<String>>([])

    init(_ observer: (@Sendable (StreamEvent) -> Void)?) {
        relay.connect(observer ?? { _ in })
    }

    func post(_ event: StreamEvent) {
        relay.append([event])
        relay.pass()
    }

    /// Posts the last event; whatever a left-behind thread says later is not heard.
    func finish(_ summary: StreamSummary) {
        relay.append([.finished(summary)])
        relay.close(within: Self.patience)
    }

    /// Says something once, however often it is asked to.
    func notice(_ text: String) {
        guard said.withLock({ $0.insert(text).inserted }) else { return }
        post(.notice(text))
    }

    /// A frame was late.
    func postLate(at time: StreamTime) {
        late.withLock { late in
            if late.first == nil {
                late.first = time
                late.since = MonotonicClock.now
            }
            late.frames += 1
        }
        flushLate(everything: false)
    }

    /// Posts late frames that have been gathered for a second, or all of them.
    func flushLate(everything: Bool) {
        let event: StreamEvent? = late.withLock { late in
            guard let first = late.first, everything || MonotonicClock.now - late.since >= Self.lateInterval else {
                return nil
            }
            defer { late = Late() }
            return .late(at: first, frames: late.frames)
        }
        if let event { post(event) }
    }
}
