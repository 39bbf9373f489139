import SafeMediaFFmpeg
import SafeMediaFrames

/// Brings the input's times onto the output's time line, which starts at zero and on which pictures only ever move
/// forward. Whatever is changed is changed for all tracks alike.
struct InputTimes {
    /// A hole longer than this is closed; shorter ones are kept.
    static let longestHole = StreamTime(seconds: 10)
    /// A picture this much earlier than the last is a repeated or jittering time, not another time line.
    static let jitter = StreamTime(nanoseconds: 500_000_000)

    /// The input's time at the output's zero; nil until a picture with a time has come.
    private var origin: StreamTime?
    /// The first picture's own time, until a picture comes with another one. The first packets of RTSP have no times of
    /// their own: they come without one, or all with the same.
    private var firstTime: StreamTime?
    /// Pictures so far, as long as all of them had that time or none.
    private var untimed = 0
    private var isSettled: Bool
    private let frameStep: StreamTime
    private var last: StreamTime?
    private var lastStep: StreamTime

    /// - Parameters:
    ///   - start: the input's time at which its earliest stream starts, where that is known and meant.
    ///   - frameRate: as declared; used only where pictures have no times.
    init(start: StreamTime?, frameRate: Rational) {
        origin = start
        isSettled = start != nil
        let rate = frameRate.value ?? 25
        // Rates outside this are counting units, not rates.
        frameStep = StreamTime(seconds: 1 / min(max(rate, 0.01), 1000))
        lastStep = frameStep
    }

    /// The output time of the next picture in presentation order.
    ///
    /// - Parameters:
    ///   - time: the input's time; nil where it has none.
    ///   - duration: how long it is shown, where that is known.
    mutating func picture(at time: StreamTime?, duration: StreamTime?) -> StreamTime {
        let result = place(time)
        if let last, result - last <= Self.longestHole { lastStep = max(result - last, StreamTime(nanoseconds: 1)) }
        if let duration, duration > .zero, duration <= StreamTime(seconds: 60) { lastStep = duration }
        last = result
        return result
    }

    private mutating func place(_ time: StreamTime?) -> StreamTime {
        let following = last.map { $0 + lastStep } ?? .zero
        guard let time else {
            if !isSettled { untimed += 1 }
            return following
        }
        guard let origin, isSettled || time != firstTime else {
            if origin == nil {
                origin = time - following
                firstTime = time
            }
            untimed += 1
            return following
        }
        if !isSettled {
            isSettled = true
            // Where several pictures shared the first time, it was none.
            if untimed > 1 { return rebase(time, to: following) }
        }
        let candidate = time - origin
        guard let last else {
            // A first picture far from the declared start says that the declaration is wrong.
            if candidate < .zero - Self.longestHole { return rebase(time, to: .zero) }
            return candidate
        }
        let step = candidate - last
        if step > .zero {
            return step - lastStep > Self.longestHole ? rebase(time, to: last + lastStep) : candidate
        }
        if step > .zero - Self.jitter { return last + Self.nudge(lastStep) }
        return rebase(time, to: last + lastStep)
    }

    private mutating func rebase(_ time: StreamTime, to result: StreamTime) -> StreamTime {
        origin = time - result
        return result
    }

    /// A step small enough to stay before the next picture, and large enough for any container's unit.
    private static func nudge(_ step: StreamTime) -> StreamTime {
        max(
            min(StreamTime(nanoseconds: step.nanoseconds / 8), StreamTime(nanoseconds: 2_000_000)),
            StreamTime(nanoseconds: 1))
    }

    /// The output time of anything but a picture; nil before the first picture's time is known.
    func other(at time: StreamTime) -> StreamTime? { origin.map { time - $0 } }

    /// The end of the last picture.
    var end: StreamTime? { last.map { $0 + lastStep } }
}
