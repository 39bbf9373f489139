import Glibc
import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// The reading thread's work: demux, decode, describe each picture to the gate, and pass the other tracks' packets on.
final class MediaReader {
    private let demuxer: Demuxer
    private let decoder: VideoDecoder
    private let video: StreamInfo
    private let tracks: Set<Int>
    private let gate: StreamGate
    private let interrupt: Interrupt
    private let timeout: StreamTime
    private let events: EventFeed
    private let clock: StageClock

    private var times: InputTimes
    private var origins = PacketOrigins()
    private var describer = FrameDescriber()
    private var damage = DamageWatch()
    private var hasDroppedSound = false
    private(set) var frameCount = 0
    /// What the decoder took since the last picture.
    private var decodingTime = StreamTime.zero

    /// Errors of the decoder in a row, with no picture between them, after which it is given its next packet.
    private static let errorLimit = 256
    /// How long to wait before a live source is asked again, in microseconds.
    private static let pause: UInt32 = 2000

    init(
        demuxer: Demuxer, decoder: VideoDecoder, video: StreamInfo, tracks: Set<Int>, isLive: Bool, gate: StreamGate,
        interrupt: Interrupt, timeout: StreamTime, events: EventFeed, clock: StageClock
    ) {
        self.demuxer = demuxer
        self.decoder = decoder
        self.video = video
        self.tracks = tracks
        self.gate = gate
        self.interrupt = interrupt
        self.timeout = timeout
        self.events = events
        self.clock = clock
        times = InputTimes(start: isLive ? nil : demuxer.startTime, frameRate: video.plausibleFrameRate)
    }

    /// Reads to the end, or until the run ends.
    ///
    /// - Throws: where reading failed; what was read before is on its way.
    func run() throws(FFmpegError) {
        var packet: SharedPacket?
        var askingSince: StreamTime?
        reading: while !gate.isEnding {
            if askingSince == nil { interrupt.arm(after: .nanoseconds(timeout.nanoseconds)) }
            switch try demuxer.read(into: &packet) {
            case .endOfStream:
                break reading
            case .needsInput:
                let now = MonotonicClock.now
                let since = askingSince ?? now
                askingSince = since
                guard now - since < timeout else {
                    throw FFmpegError(code: -ETIMEDOUT, operation: "read input")
                }
                usleep(Self.pause)
                continue
            case .item:
                askingSince = nil
            }
            guard let packet else { continue }
            if packet.streamIndex == video.index {
                guard try decode(packet) else { return }
            } else if tracks.contains(packet.streamIndex) {
                pass(packet)
            }
        }
        guard !gate.isEnding else { return }
        _ = try decode(nil)
    }

    // MARK: Pictures

    /// - Returns: false when the run is ending.
    private func decode(_ packet: SharedPacket?) throws(FFmpegError) -> Bool {
        let tag = packet.map { origins.append($0) }
        if let packet { damage.see(packet) }
        while true {
            let isTaken: Bool
            do {
                isTaken = try timed { () throws(FFmpegError) in try decoder.send(packet, tag: tag) }
            } catch {
                guard error.isInvalidData else { throw error }
                damage.seeError()
                return true
            }
            switch try receive() {
            case .ending: return false
            case .pictures: break
            case .nothing where isTaken: break
            case .nothing:
                // A decoder that neither takes nor gives is done with this packet.
                damage.seeError()
                return true
            }
            if isTaken { return true }
        }
    }

    private enum Received {
        case pictures, nothing, ending
    }

    private func receive() throws(FFmpegError) -> Received {
        var received = Received.nothing
        var frame: SharedFrame?
        var errors = 0
        while errors < Self.errorLimit {
            let pull: Pull
            do {
                pull = try timed { () throws(FFmpegError) in try decoder.receive(into: &frame) }
            } catch {
                guard error.isInvalidData else { throw error }
                damage.seeError()
                errors += 1
                continue
            }
            guard pull == .item, let decoded = frame.take() else { break }
            errors = 0
            received = .pictures
            guard !decoded.isDiscard else { continue }
            clock.record(.decode, decodingTime)
            decodingTime = .zero
            guard admit(decoded) else { return .ending }
        }
        return received
    }

    private func timed<Result>(_ work: () throws(FFmpegError) -> Result) throws(FFmpegError) -> Result {
        let start = MonotonicClock.now
        defer { decodingTime = decodingTime + (MonotonicClock.now - start) }
        return try work()
    }

    private func admit(_ frame: SharedFrame) -> Bool {
        frameCount += 1
        let inputTime = frame.pts.flatMap { StreamTime(ticks: $0, timeBase: frame.timeBase) }
        let duration = frame.duration.flatMap { StreamTime(ticks: $0, timeBase: frame.timeBase) }
        let time = times.picture(at: inputTime, duration: duration)
        let origin = frame.tag.flatMap { origins.take($0) }
        let unit = VideoUnit(
            frame: frame, time: time, duration: duration, packet: origin?.packet, group: origin?.group ?? 0)
        let finding = damage.examine(frame)
        let description = describer.describe(frame)
        return gate.admit(unit) { arrival in
            GateFrame(
                time: time, arrival: arrival, byteCount: frame.byteCount, isChange: description.isChange,
                startsAnew: description.startsAnew, isDamaged: finding == .damaged,
                isBeforeStart: finding == .beforeStart)
        }
    }

    // MARK: Other tracks

    private func pass(_ packet: SharedPacket) {
        guard let ticks = packet.pts ?? packet.dts,
            let inputTime = StreamTime(ticks: ticks, timeBase: packet.timeBase),
            let time = times.other(at: inputTime)
        else { return }
        let duration = packet.duration.flatMap { StreamTime(ticks: $0, timeBase: packet.timeBase) } ?? .zero
        let piece = TrackPacket(packet: packet, time: time, duration: duration)
        guard piece.reachesOutput else { return }
        if !gate.push(piece), !hasDroppedSound {
            hasDroppedSound = true
            events.notice("sound and pictures lie too far apart in the input; sound that cannot be held is left out")
        }
    }
}
