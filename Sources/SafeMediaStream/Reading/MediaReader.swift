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

    private var times: InputTimes
    private var origins = PacketOrigins()
    private var describer = FrameDescriber()
    private var damage = DamageWatch()
    private var hasDroppedSound = false
    private(set) var frameCount = 0

    init(
        demuxer: Demuxer, decoder: VideoDecoder, video: StreamInfo, tracks: Set<Int>, isLive: Bool, gate: StreamGate,
        interrupt: Interrupt, timeout: StreamTime, events: EventFeed
    ) {
        self.demuxer = demuxer
        self.decoder = decoder
        self.video = video
        self.tracks = tracks
        self.gate = gate
        self.interrupt = interrupt
        self.timeout = timeout
        self.events = events
        times = InputTimes(start: isLive ? nil : demuxer.startTime, frameRate: video.plausibleFrameRate)
    }

    /// Reads to the end, or until the run ends.
    ///
    /// - Throws: where reading failed; what was read before is on its way.
    func run() throws(FFmpegError) {
        var packet: SharedPacket?
        reading: while !gate.isEnding {
            interrupt.arm(after: .nanoseconds(timeout.nanoseconds))
            switch try demuxer.read(into: &packet) {
            case .endOfStream: break reading
            case .needsInput: continue
            case .item: break
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
                isTaken = try decoder.send(packet, tag: tag)
            } catch {
                guard error.isInvalidData else { throw error }
                damage.seeError()
                return true
            }
            guard try receive() else { return false }
            if isTaken { return true }
        }
    }

    private func receive() throws(FFmpegError) -> Bool {
        var frame: SharedFrame?
        while true {
            let pull: Pull
            do {
                pull = try decoder.receive(into: &frame)
            } catch {
                guard error.isInvalidData else { throw error }
                damage.seeError()
                continue
            }
            guard pull == .item, let decoded = frame.take() else { return true }
            guard !decoded.isDiscard else { continue }
            guard admit(decoded) else { return false }
        }
    }

    private func admit(_ frame: SharedFrame) -> Bool {
        frameCount += 1
        let inputTime = frame.pts.flatMap { StreamTime(ticks: $0, timeBase: frame.timeBase) }
        let duration = frame.duration.flatMap { StreamTime(ticks: $0, timeBase: frame.timeBase) }
        let time = times.picture(at: inputTime, duration: duration)
        let origin = frame.tag.flatMap { origins.take($0) }
        let unit = VideoUnit(
            frame: frame, time: time, duration: duration, packet: origin?.packet, group: origin?.group ?? 0)
        let isDamaged = damage.isDamaged(frame)
        let description = describer.describe(frame)
        return gate.admit(unit) { arrival in
            GateFrame(
                time: time, arrival: arrival, byteCount: frame.byteCount, isChange: description.isChange,
                startsAnew: description.startsAnew, isDamaged: isDamaged)
        }
    }

    // MARK: Other tracks

    private func pass(_ packet: SharedPacket) {
        guard let ticks = packet.pts ?? packet.dts,
            let inputTime = StreamTime(ticks: ticks, timeBase: packet.timeBase),
            let time = times.other(at: inputTime)
        else { return }
        let duration = packet.duration.flatMap { StreamTime(ticks: $0, timeBase: packet.timeBase) } ?? .zero
        let isTaken = gate.push(
            TrackPacket(packet: packet, time: time, duration: duration, arrival: MonotonicClock.now))
        if !isTaken, !hasDroppedSound {
            hasDroppedSound = true
            events.notice("sound and pictures lie too far apart in the input; sound that cannot be held is left out")
        }
    }
}
