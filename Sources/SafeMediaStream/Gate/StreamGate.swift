import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// The gate with the pictures it decides on: the one place where the reading thread, the writing thread, the analyzer and
/// the app's control meet.
///
/// Lock order: the monitor's lock is taken first and alone; signals leave in order through `relay`, after it is released.
final class StreamGate: Sendable {
    private struct State {
        var machine: GateStateMachine
        var units: [Int: VideoUnit] = [:]
        var packets: [TrackPacket] = []
        var packetBytes = 0
        var ending: Ending?
        var readerHasEnded = false
    }

    /// Why the writer stops before everything has left.
    enum Ending: Sendable {
        /// Asked for by the user: what is covered is written, the rest is dropped.
        case stopped
        /// A failure elsewhere.
        case failed(StreamError)
    }

    /// What the writer does next.
    enum Step: Sendable {
        /// Write this picture, treated like this.
        case frame(VideoUnit, Treatment)
        /// Packets of other tracks have come.
        case packets([TrackPacket])
        /// Look after what depends on the clock.
        case tick
        /// Everything has left, or nothing more may.
        case end(Ending?)
    }

    /// Sound and subtitles that may wait for their pictures; past this, sound is silenced unheard.
    static let packetByteLimit = 64 << 20
    /// The writer looks at the clock at least this often.
    private static let tick = StreamTime(nanoseconds: 100_000_000)

    private let monitor: Monitor<State>
    private let relay = OrderedRelay<GateSignal>()

    init(_ configuration: GateConfiguration) {
        monitor = Monitor(State(machine: GateStateMachine(configuration)))
    }

    /// Names the receiver of what the gate asks for; it is called in order and must not block.
    func connect(_ receiver: @escaping @Sendable (GateSignal) -> Void) {
        relay.connect(receiver)
    }

    /// Lets go of the receiver.
    func disconnect() {
        relay.disconnect()
    }

    /// Works on the machine, and passes on what it asks for.
    @discardableResult
    func perform<Result, Failure: Error>(
        _ body: (inout GateStateMachine) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { relay.pass() }
        return try monitor.withLock { (state: inout State) throws(Failure) -> Result in
            defer { collect(&state) }
            return try body(&state.machine)
        }
    }

    /// Looks at the machine.
    func look<Result>(_ body: (GateStateMachine) -> Result) -> Result {
        monitor.peek { body($0.machine) }
    }

    private func collect(_ state: inout State) {
        let effects = state.machine.takeEffects()
        guard !effects.isEmpty else { return }
        relay.append(
            effects.map { effect in
                guard case .handOver(let index, let session) = effect, let unit = state.units[index] else {
                    return .effect(effect)
                }
                return .sample(SampleRequest(index: index, session: session, frame: unit.frame, time: unit.time))
            })
    }

    // MARK: Reading side

    /// Takes the next picture; blocks while the hold-back is full.
    ///
    /// - Returns: false when the run is ending.
    func admit(_ unit: VideoUnit, describedBy describe: (_ arrival: StreamTime) -> GateFrame) -> Bool {
        defer { relay.pass() }
        return monitor.waiting { state in
            if state.ending != nil { return .done(false) }
            if state.machine.isFull { return .wait(until: nil) }
            let now = MonotonicClock.now
            var unit = unit
            unit.arrival = now
            // The number is known before the frame is admitted, since its sample is handed over at once.
            state.units[state.machine.nextIndex] = unit
            state.machine.admit(describe(now), now: now)
            collect(&state)
            return .done(true)
        }
    }

    /// Takes a packet of another track. Never blocks, since pictures decide on sound and must not wait behind it.
    ///
    /// - Returns: false when too much is waiting; the packet is then not taken.
    func push(_ packet: TrackPacket) -> Bool {
        monitor.withLock { state in
            guard state.packetBytes < Self.packetByteLimit else { return false }
            state.packets.append(packet)
            state.packetBytes += packet.packet.size
            return true
        }
    }

    /// Nothing more will be read.
    func finishReading() {
        defer { relay.pass() }
        monitor.withLock { state in
            state.machine.end(now: MonotonicClock.now)
            state.readerHasEnded = true
            collect(&state)
        }
    }

    /// Ends the run early. The first ending counts.
    func end(_ ending: Ending) {
        monitor.withLock { state in
            if state.ending == nil { state.ending = ending }
        }
    }

    var isEnding: Bool { monitor.peek { $0.ending != nil } }

    // MARK: Writing side

    /// Packets of so many bytes do not wait any more.
    func didUse(packetBytes: Int) {
        monitor.withLock { $0.packetBytes -= packetBytes }
    }

    /// Waits for what the writer has to do next.
    func next() -> Step {
        defer { relay.pass() }
        let limit = MonotonicClock.now + Self.tick
        return monitor.waiting { state in
            defer { collect(&state) }
            let now = MonotonicClock.now
            if case .failed = state.ending { return .done(.end(state.ending)) }
            if !state.packets.isEmpty {
                defer { state.packets.removeAll() }
                return .done(.packets(state.packets))
            }
            let modelLimit = state.machine.checkModel(now: now)
            // What is verified needs no deadline any more once the run is being stopped.
            let isStopping = state.ending != nil
            switch state.machine.release(now: isStopping ? .distantFuture : now) {
            case .frame(_, let treatment) where isStopping && treatment.picture == .concealed(.late):
                // The rest is dropped, and nothing is to be said of it.
                _ = state.machine.takeEffects()
                return .done(.end(state.ending))
            case .frame(let index, let treatment):
                guard let unit = state.units.removeValue(forKey: index) else { return .done(.tick) }
                return .done(.frame(unit, treatment))
            case .finished:
                // What was yielded reaches its handler before the run ends by itself.
                guard state.machine.hasUnsettledDecisions, state.ending == nil else {
                    return .done(.end(state.ending))
                }
                return Self.wait(&state, until: limit, now: now, limit: limit)
            case .wait(let moment):
                if state.ending != nil, !state.machine.hasEffects { return .done(.end(state.ending)) }
                return Self.wait(
                    &state, until: [limit, moment, modelLimit].compactMap(\.self).min(), now: now, limit: limit)
            }
        }
    }

    /// Signals, such as a sample to hand over, leave only when `next()` returns.
    private static func wait(
        _ state: inout State, until moment: StreamTime?, now: StreamTime, limit: StreamTime
    ) -> Monitor<State>.Step<Step> {
        state.machine.hasEffects || now >= limit ? .done(.tick) : .wait(until: moment)
    }

    /// Waits until the handlers of all decisions have returned, or until this moment.
    func waitUntilSettled(until limit: StreamTime) {
        monitor.waiting { state in
            guard state.machine.hasUnsettledDecisions, state.ending == nil, MonotonicClock.now < limit else {
                return .done(())
            }
            return .wait(until: limit)
        }
    }
}
