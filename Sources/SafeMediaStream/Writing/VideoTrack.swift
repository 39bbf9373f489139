import SafeMediaFFmpeg
import SafeMediaFrames

/// Encodes the output's pictures. One thread uses it.
final class VideoTrack {
    let encoder: VideoEncoder
    private var lastTicks: Int64?
    /// Lengths of the pictures under way, by their time.
    private var durations: [Int64: Int64] = [:]

    init(encoder: VideoEncoder) {
        self.encoder = encoder
    }

    /// Encodes a picture.
    ///
    /// - Parameter isConcealed: nothing that travels with the picture is kept.
    /// - Returns: what can be written by now.
    func encode(
        _ picture: SharedFrame, at time: StreamTime, duration: StreamTime?, isConcealed: Bool
    ) throws(FFmpegError) -> [TrackOutput] {
        guard var ticks = Ticks.ticks(time, in: encoder.timeBase) else { return [] }
        if let lastTicks, ticks <= lastTicks { ticks = lastTicks + 1 }
        lastTicks = ticks
        if let duration, let length = Ticks.ticks(duration, in: encoder.timeBase), length > 0 {
            durations[ticks] = length
        }
        var outputs: [TrackOutput] = []
        while try !encoder.send(picture, pts: ticks, stripsSideData: isConcealed) {
            outputs += try receive()
        }
        return outputs + (try receive())
    }

    /// Ends encoding.
    ///
    /// - Returns: the last packets.
    func finish() throws(FFmpegError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        while try !encoder.send(nil) { outputs += try receive() }
        return outputs + (try receive())
    }

    private func receive() throws(FFmpegError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        var packet: SharedPacket?
        while try encoder.receive(into: &packet) == .item, let encoded = packet.take() {
            let duration = encoded.pts.flatMap { durations.removeValue(forKey: $0) } ?? encoded.duration
            let stamped = try encoded.with(pts: encoded.pts, dts: encoded.dts, duration: duration)
            let time = (stamped.dts ?? stamped.pts).flatMap { StreamTime(ticks: $0, timeBase: stamped.timeBase) }
            outputs.append(TrackOutput(packet: stamped, time: time ?? .zero))
        }
        return outputs
    }
}
