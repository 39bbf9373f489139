import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// A track of sound whose packets are passed on untouched, with silent packets of the same configuration where the sound
/// may not be heard.
final class CopiedSound: TrackWriter {
    private var queue: TrackQueue
    private let silence: SilentPackets?
    private let headers: ADTSFrames?
    private let isSilenced: Bool?
    private let timeBase: Rational
    private var lastTicks: Int64?

    /// - Parameters:
    ///   - silence: what stands in for a packet; nil where sound is never silenced.
    ///   - headers: what takes away the header of each packet; nil where they have none, or keep it.
    ///   - isSilenced: the same answer for everything; nil asks the pictures.
    init(
        timeBase: Rational, silence: SilentPackets?, headers: ADTSFrames? = nil, isSilenced: Bool?,
        used: @escaping (Int) -> Void
    ) {
        self.timeBase = timeBase
        self.silence = silence
        self.headers = headers
        self.isSilenced = isSilenced
        queue = TrackQueue(used: used)
    }

    func append(_ packet: TrackPacket) {
        queue.append(packet)
    }

    func advance(_ state: TrackState) throws(FFmpegError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        while let first = queue.first, !state.isCutOff(first.time) {
            let isSilent: Bool
            if let isSilenced {
                isSilent = isSilenced
            } else {
                // A packet's transform reaches into the time of the packet after it, never into the one before.
                switch state.answer(from: first.time, lasting: first.duration * 2) {
                case .audible: isSilent = false
                case .silent: isSilent = true
                case .undecided: return outputs
                }
            }
            queue.removeFirst()
            if let output = try output(for: first, isSilent: isSilent) { outputs.append(output) }
        }
        return outputs
    }

    private func output(for packet: TrackPacket, isSilent: Bool) throws(FFmpegError) -> TrackOutput? {
        guard let ticks = Ticks.ticks(packet.time, in: timeBase) else { return nil }
        // Sound that is repeated or goes back is not written twice.
        if let lastTicks, ticks <= lastTicks { return nil }
        lastTicks = ticks
        let duration = packet.packet.duration
        let original = packet.packet
        var source = isSilent ? nil : headers == nil ? original : try headers?.payload(of: original)
        // A damaged packet is as good as silence.
        if source == nil { source = try silence?.packet(replacing: original) }
        guard let source else { return nil }
        let output = try source.with(pts: ticks, dts: ticks, duration: duration, timeBase: timeBase)
        return TrackOutput(packet: output, time: packet.time)
    }
}
