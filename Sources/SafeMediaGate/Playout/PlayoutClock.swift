import SafeMediaFrames

/// When live frames leave: at anchor + time + hold-back, so that they leave as evenly as their times are.
struct PlayoutClock {
    /// The moment of the monotonic clock at which the stream's zero arrived, as far as is known.
    private(set) var anchor: StreamTime?
    /// The next frame sets the anchor anew.
    private var isAnchorStale = false
    /// The present hold-back.
    private(set) var holdBack: StreamTime
    private let rule: HoldBackRule
    private let interval: StreamTime
    /// The longest inference of late; falls by an eighth with each faster one.
    private(set) var inference: StreamTime
    /// The distance between frames of late.
    private var frameStep = StreamTime(nanoseconds: 40_000_000)

    /// What is assumed of a model that has not answered yet.
    static let firstInference = StreamTime(nanoseconds: 80_000_000)
    /// For the way between threads and for jitter of the input.
    static let margin = StreamTime(nanoseconds: 50_000_000)

    init(rule: HoldBackRule, interval: StreamTime) {
        self.rule = rule
        self.interval = interval
        inference = Self.firstInference
        holdBack = .zero
        holdBack = wanted
    }

    /// The hold-back that lets every sample's answer come in time.
    ///
    /// The first frame after a sample is covered by the next one: an interval later, rounded up to a frame. That one may
    /// have to wait while the model is busy with a flash. A model slower than the interval skips samples.
    private var wanted: StreamTime {
        switch rule {
        case .fixed(let time): return time
        case .automatic(let cap):
            let spacing = max(interval, inference)
            return min(spacing + frameStep + inference * 2 + Self.margin, cap)
        }
    }

    /// How long before a deadline a sample must be handed over to be answered in time.
    var leadTime: StreamTime {
        inference + StreamTime(nanoseconds: inference.nanoseconds / 2) + StreamTime(nanoseconds: 10_000_000)
    }

    /// A frame arrived. `wasHeldUp` says that the hold-back had no room for it at first.
    mutating func admit(_ frame: GateFrame, step: StreamTime?, wasHeldUp: Bool) {
        let candidate = frame.arrival - frame.time
        if let anchor, !isAnchorStale {
            // While the hold-back is full, frames come late because we read late.
            if !wasHeldUp { self.anchor = max(anchor, candidate) }
        } else {
            anchor = candidate
            isAnchorStale = false
        }
        if let step, step > .zero, step <= StreamTime(seconds: 1) {
            frameStep = max(step, StreamTime(nanoseconds: frameStep.nanoseconds / 8 * 7))
            growHoldBack()
        }
    }

    /// Time does not go on where it stopped. What is held still leaves by the old anchor until a frame sets a new one.
    mutating func restart() {
        isAnchorStale = true
    }

    /// The model took so long.
    mutating func measure(inference time: StreamTime) {
        inference = max(time, StreamTime(nanoseconds: inference.nanoseconds / 8 * 7), .zero)
        growHoldBack()
    }

    /// Nothing is concealed, so that a shorter hold-back can be dared: frames leave a little sooner for a while.
    mutating func relax() {
        let wanted = wanted
        if wanted < holdBack {
            // A twentieth of a frame at a time keeps the pace even.
            let step = max(StreamTime(nanoseconds: frameStep.nanoseconds / 20), StreamTime(nanoseconds: 1))
            holdBack = max(wanted, holdBack - step)
        }
    }

    private mutating func growHoldBack() {
        holdBack = max(holdBack, wanted)
    }

    /// When a frame of this time leaves.
    func deadline(of time: StreamTime) -> StreamTime {
        (anchor ?? .zero) + time + holdBack
    }
}
