import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// A track of text subtitles: those that begin while the picture is concealed are left out, those that run into a
/// concealed span are cut short.
final class TextSubtitles: TrackWriter {
    private var queue: TrackQueue
    private let timeBase: Rational
    private let converter: SubtitleConverter?
    private var lastTicks: Int64?

    /// - Parameter converter: nil passes the text on as it is.
    init(timeBase: Rational, converter: SubtitleConverter?, used: @escaping (Int) -> Void) {
        self.timeBase = timeBase
        self.converter = converter
        queue = TrackQueue(used: used)
    }

    func append(_ packet: TrackPacket) {
        queue.append(packet)
    }

    func advance(_ state: TrackState) throws(FFmpegError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        while let first = queue.first, !state.isCutOff(first.time) {
            let start = max(first.time, .zero)
            let end = first.time + first.duration
            var shownUntil = start
            switch state.pictures.clearSpan(from: start, to: end) {
            case .undecided:
                guard state.hasWaitedEnough(until: end) else { return outputs }
            case .until(let time):
                shownUntil = time
            }
            queue.removeFirst()
            guard shownUntil > start else { continue }
            if let output = try output(for: first, from: start, until: shownUntil) { outputs.append(output) }
        }
        return outputs
    }

    private func output(
        for packet: TrackPacket, from start: StreamTime, until end: StreamTime
    ) throws(FFmpegError) -> TrackOutput? {
        guard let ticks = Ticks.ticks(start, in: timeBase), let last = Ticks.ticks(end, in: timeBase),
            ticks > lastTicks ?? .min
        else { return nil }
        lastTicks = ticks
        let text = converter == nil ? packet.packet : try converter?.convert(packet.packet)
        guard let text else { return nil }
        let output = try text.with(pts: ticks, dts: ticks, duration: max(last - ticks, 1), timeBase: timeBase)
        return TrackOutput(packet: output, time: start)
    }
}
