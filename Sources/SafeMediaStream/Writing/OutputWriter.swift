import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// The writing thread's work: takes what the gate releases, conceals what is to be concealed, and passes it to the output.
final class OutputWriter {
    private let gate: StreamGate
    private let board: DecisionBoard
    private let counters: RunCounters
    private let events: EventFeed
    private let interrupt: InterruptRule
    private let destination: any PictureDestination
    private let watchdog: (_ now: StreamTime) -> StreamError?
    private let handlerPatience: StreamTime

    private var stage: PictureStage?
    private var sound = SoundTimeline()
    private var pictures = SoundTimeline()
    private var lastEnd: StreamTime?
    private var nextCheck = StreamTime.zero

    /// How often the writer looks after what nothing else reminds it of.
    private static let checkInterval = StreamTime(nanoseconds: 100_000_000)
    /// Live sound waits so long for pictures that should have left.
    private static let soundPatience = StreamTime(nanoseconds: 500_000_000)
    /// Sound that ended this long before the last picture is not asked for again.
    private static let memory = StreamTime(seconds: 30)

    init(
        gate: StreamGate, board: DecisionBoard, counters: RunCounters, events: EventFeed, interrupt: InterruptRule,
        destination: any PictureDestination, handlerPatience: StreamTime,
        watchdog: @escaping (_ now: StreamTime) -> StreamError?
    ) {
        self.gate = gate
        self.board = board
        self.counters = counters
        self.events = events
        self.interrupt = interrupt
        self.destination = destination
        self.handlerPatience = handlerPatience
        self.watchdog = watchdog
    }

    /// Writes until everything has left or the run ends early.
    ///
    /// - Returns: how the run ended.
    /// - Throws: where the output failed.
    func run() throws -> StreamSummary.Outcome {
        while true {
            try check()
            switch gate.next() {
            case .frame(let unit, let treatment):
                if case .concealed(.stopped) = treatment.picture, interrupt == .stop {
                    // Live frames do not wait for handlers, but the app is to hear why its stream ended.
                    gate.waitUntilSettled(until: MonotonicClock.now + handlerPatience)
                    try finish(isEarly: true)
                    return .stoppedByPolicy
                }
                try write(unit, treatment)
            case .packets(let packets):
                destination.take(packets)
            case .tick:
                try destination.advance(trackState(isOver: false))
            case .end(.failed(let error)):
                throw error
            case .end(.stopped):
                try finish(isEarly: true)
                return .stopped
            case .end(nil):
                try finish(isEarly: false)
                return .completed
            }
        }
    }

    private func check() throws {
        let now = MonotonicClock.now
        guard now >= nextCheck else { return }
        nextCheck = now + Self.checkInterval
        events.flushLate(everything: false)
        if let error = watchdog(now) { throw error }
    }

    private func write(_ unit: VideoUnit, _ treatment: Treatment) throws {
        counters.clock.record(.hold, MonotonicClock.now - unit.arrival)
        sound.append(unit.time, isMuted: treatment.isMuted)
        pictures.append(unit.time, isMuted: !treatment.isShown)
        sound.forget(before: unit.time - Self.memory)
        pictures.forget(before: unit.time - Self.memory)
        lastEnd = unit.time + (unit.duration ?? .zero)
        let stage = try stage(for: unit)
        let picture = try counters.clock.measure(.conceal) { try stage.picture(for: unit, treatment) }
        try destination.write(
            picture, at: unit.time, duration: unit.duration, isConcealed: !treatment.isShown)
        counters.count(treatment, at: unit.time)
        try destination.advance(trackState(isOver: false))
    }

    private func stage(for unit: VideoUnit) throws -> PictureStage {
        if let stage { return stage }
        let (format, orientation) = try destination.begin(like: unit.frame)
        let stage = PictureStage(format: format, orientation: orientation, board: board)
        self.stage = stage
        return stage
    }

    private func trackState(isOver: Bool, cut: StreamTime? = nil) -> TrackState {
        // By the time line, not by arrival: a burst is read long before its pictures are due.
        let overdue = gate.look { $0.playoutTime(at: MonotonicClock.now) }.map { $0 - Self.soundPatience }
        return TrackState(sound: sound, pictures: pictures, overdue: overdue, isOver: isOver, cut: cut)
    }

    /// - Parameter isEarly: the input goes on, but the output ends with its last picture.
    private func finish(isEarly: Bool) throws {
        events.flushLate(everything: true)
        let end = lastEnd ?? .zero
        sound.end(at: end)
        pictures.end(at: end)
        try destination.finish(trackState(isOver: true, cut: isEarly ? end : nil))
    }
}
