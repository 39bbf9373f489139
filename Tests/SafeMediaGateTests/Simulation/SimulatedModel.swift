import SafeMediaFrames

/// A model that judges one picture after the other and may hang.
struct SimulatedModel {
    struct Call {
        let frame: Int
        let session: Int
        /// When it returns, in milliseconds; nil for never.
        var end: Int64?
        let begin: Int64
        var isAbandoned = false
    }

    /// In the order they were handed over; the first one is being judged.
    private(set) var calls: [(frame: Int, session: Int)] = []
    private(set) var current: Call?
    /// Calls that were given up and return nevertheless.
    private(set) var abandoned: [Call] = []

    mutating func handOver(_ frame: Int, session: Int) {
        calls.append((frame, session))
    }

    /// The frame that can be begun with.
    var next: Int? { current == nil ? calls.first?.frame : nil }

    /// Begins the next call; it never returns where it has no duration.
    mutating func begin(now: Int64, duration: Int64?) {
        let call = calls.removeFirst()
        current = Call(frame: call.frame, session: call.session, end: duration.map { now + $0 }, begin: now)
    }

    mutating func abandon(_ session: Int) {
        calls.removeAll { $0.session == session }
        if var call = current, call.session == session {
            call.isAbandoned = true
            if call.end != nil { abandoned.append(call) }
            current = nil
        }
    }

    var nextEnd: Int64? {
        (abandoned.compactMap(\.end) + (current?.end.map { [$0] } ?? [])).min()
    }

    /// A call that has returned by now.
    mutating func finished(now: Int64) -> Call? {
        if let index = abandoned.firstIndex(where: { ($0.end ?? .max) <= now }) { return abandoned.remove(at: index) }
        guard let call = current, let end = call.end, end <= now else { return nil }
        current = nil
        return call
    }
}
