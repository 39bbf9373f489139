package import SafeMediaFrames

extension SoundTimeline {
    /// How much of a span, from its start on, is not muted.
    package enum ClearSpan: Sendable, Hashable {
        /// The frames that decide on it have not all left yet.
        case undecided
        /// It is clear until this moment, which is the start where the start is muted and the end where all is clear.
        case until(StreamTime)
    }

    /// How much of this span, from its start on, is not muted.
    package func clearSpan(from start: StreamTime, to end: StreamTime) -> ClearSpan {
        switch answer(from: start, to: start + StreamTime(nanoseconds: 1)) {
        case .silent: return .until(start)
        case .undecided: return .undecided
        case .audible: break
        }
        if let first = firstMute(after: start), first < end { return .until(first) }
        return end <= frontier ? .until(end) : .undecided
    }
}
