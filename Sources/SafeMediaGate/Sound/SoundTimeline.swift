package import SafeMediaFrames

/// Where the sound is silent: grows with each released frame, and answers for pieces of sound (rule 13).
///
/// Before the first picture and after the last one everything is silent. Where the first picture stands at the time
/// line's zero, a little sound with a negative time is a codec's run-in, which is not heard by itself.
package struct SoundTimeline: Sendable {
    /// The answer for a piece of sound.
    package enum Answer: Sendable, Hashable {
        /// It may be heard.
        case audible
        /// It is silent.
        case silent
        /// The pictures that decide on it have not all left yet.
        case undecided
    }

    private struct Edge {
        let time: StreamTime
        let isMuted: Bool
    }

    /// The longest run-in of a codec: Opus asks for 80 ms.
    private static let runIn = StreamTime(nanoseconds: 100_000_000)

    /// Changes only; from each edge to the next the answer is the same.
    private var edges: [Edge] = []
    /// Everything before this is decided.
    package private(set) var frontier = StreamTime.distantPast

    /// Makes an empty time line.
    package init() {}

    /// A frame left. It decides on the sound from its time to the next frame's.
    package mutating func append(_ time: StreamTime, isMuted: Bool) {
        let isFirst = frontier == .distantPast
        if edges.last?.isMuted ?? true != isMuted {
            edges.append(Edge(time: isFirst && time <= .zero ? time - Self.runIn : time, isMuted: isMuted))
        }
        frontier = time
    }

    /// The last picture ends here.
    package mutating func end(at time: StreamTime) {
        append(time, isMuted: true)
        frontier = .distantFuture
    }

    /// The answer for sound from `start` to `end`: silent where any of it is muted.
    package func answer(from start: StreamTime, to end: StreamTime) -> Answer {
        var isMuted = true
        for edge in edges {
            if edge.time >= end { break }
            if edge.time > start, isMuted || edge.isMuted { return .silent }
            isMuted = edge.isMuted
        }
        if isMuted, frontier > start { return .silent }
        return end <= frontier ? (isMuted ? .silent : .audible) : .undecided
    }

    /// The muted parts of a span that is decided, in order.
    package func mutedParts(from start: StreamTime, to end: StreamTime) -> [(from: StreamTime, to: StreamTime)] {
        var parts: [(from: StreamTime, to: StreamTime)] = []
        var isMuted = true
        var since = start
        for edge in edges where edge.time < end {
            if edge.time > start, isMuted, !edge.isMuted { parts.append((since, edge.time)) }
            if edge.isMuted != isMuted { since = max(edge.time, start) }
            isMuted = edge.isMuted
        }
        if isMuted, since < end { parts.append((since, end)) }
        return parts
    }

    /// The first moment after this one at which a muted span begins.
    func firstMute(after time: StreamTime) -> StreamTime? {
        edges.first { $0.time > time && $0.isMuted }?.time
    }

    /// What ended before this will not be asked for again.
    package mutating func forget(before time: StreamTime) {
        var count = 0
        while count + 1 < edges.count, edges[count + 1].time <= time { count += 1 }
        edges.removeFirst(count)
    }
}
