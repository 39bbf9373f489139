import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// A track of sound that is decoded, silenced sample by sample where it may not be heard, and encoded again.
final class EncodedSound: TrackWriter {
    private let decoder: AudioDecoder
    private let encoder: AudioEncoder
    private let resampler: AudioResampler
    private let isSilenced: Bool?
    private var queue: TrackQueue
    /// Decoded pieces that wait for their pictures.
    private var pieces: [Piece] = []
    /// The end of the sound given to the resampler.
    private var end: StreamTime?

    private struct Piece {
        let frame: SharedAudioFrame
        let time: StreamTime
        let duration: StreamTime
        let arrival: StreamTime
    }

    /// Smaller steps between pieces are jitter of their times, not holes.
    private static let tolerance = StreamTime(nanoseconds: 40_000_000)
    private static let longestHole = StreamTime(seconds: 10)

    var parameters: CodecParameters { encoder.parameters }
    var timeBase: Rational { encoder.timeBase }

    init(
        stream: StreamInfo, encoder name: String, hasGlobalHeader: Bool, isSilenced: Bool?,
        used: @escaping (Int) -> Void
    ) throws(FFmpegError) {
        decoder = try AudioDecoder.make(for: stream)
        encoder = try AudioEncoder.make(name, like: stream, hasGlobalHeader: hasGlobalHeader)
        resampler = try AudioResampler.make(to: encoder.format, frameSize: encoder.frameSize)
        self.isSilenced = isSilenced
        queue = TrackQueue(used: used)
    }

    func append(_ packet: TrackPacket) {
        queue.append(packet)
    }

    func advance(_ state: TrackState) throws(FFmpegError) -> [TrackOutput] {
        try decodeAll()
        var outputs: [TrackOutput] = []
        while let piece = pieces.first {
            guard let isSilent = isSilent(piece, state) else { break }
            pieces.removeFirst()
            outputs += try encode(piece, isSilent: isSilent)
        }
        return outputs
    }

    /// nil while the pictures that decide have not left.
    private func isSilent(_ piece: Piece, _ state: TrackState) -> Bool? {
        if let isSilenced { return isSilenced }
        switch state.sound.answer(from: piece.time, to: piece.time + piece.duration, margin: piece.duration) {
        case .audible: return false
        case .silent: return true
        case .undecided: return state.isOver || state.overdue.map { piece.arrival < $0 } ?? false ? true : nil
        }
    }

    private func decodeAll() throws(FFmpegError) {
        while let first = queue.first {
            queue.removeFirst()
            try decode(first)
        }
    }

    private func decode(_ packet: TrackPacket) throws(FFmpegError) {
        do {
            while try !decoder.send(packet.packet) { try receive(packet) }
            try receive(packet)
        } catch {
            // A packet that makes no sound leaves a hole, which is filled with silence.
            guard error.isInvalidData else { throw error }
        }
    }

    private func receive(_ packet: TrackPacket) throws(FFmpegError) {
        var frame: SharedAudioFrame?
        while try decoder.receive(into: &frame) == .item, let decoded = frame.take() {
            let rate = max(decoded.format.sampleRate, 1)
            let duration = StreamTime(seconds: Double(decoded.sampleCount) / Double(rate))
            let shift = decoded.pts.flatMap { StreamTime(ticks: $0, timeBase: decoded.timeBase) }
            let base = packet.packet.pts.flatMap { StreamTime(ticks: $0, timeBase: packet.packet.timeBase) }
            // The decoder's own time says how far into the packet this piece begins.
            let offset = shift.flatMap { shift in base.map { shift - $0 } } ?? .zero
            pieces.append(
                Piece(frame: decoded, time: packet.time + offset, duration: duration, arrival: packet.arrival))
        }
    }

    private func encode(_ piece: Piece, isSilent: Bool) throws(FFmpegError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        if let end {
            let hole = piece.time - end
            if hole > Self.tolerance, hole <= Self.longestHole {
                try resampler.appendSilence(for: hole)
                self.end = piece.time
            } else if hole < .zero - Self.tolerance {
                // It repeats what was written already.
                return []
            }
        } else {
            resampler.begin(at: piece.time)
            end = piece.time
        }
        let frame = isSilent ? try piece.frame.silenced() : piece.frame
        try resampler.append(frame)
        end = end.map { $0 + piece.duration }
        outputs += try encodeReady(isLast: false)
        return outputs
    }

    private func encodeReady(isLast: Bool) throws(FFmpegError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        while let frame = try resampler.next(isLast: isLast) {
            while try !encoder.send(frame) { outputs += try receiveEncoded() }
            outputs += try receiveEncoded()
        }
        return outputs
    }

    func finish() throws(FFmpegError) -> [TrackOutput] {
        guard end != nil else { return [] }
        var outputs = try encodeReady(isLast: true)
        while try !encoder.send(nil) { outputs += try receiveEncoded() }
        return outputs + (try receiveEncoded())
    }

    private func receiveEncoded() throws(FFmpegError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        var packet: SharedPacket?
        while try encoder.receive(into: &packet) == .item, let encoded = packet.take() {
            let time = (encoded.dts ?? encoded.pts).flatMap { StreamTime(ticks: $0, timeBase: encoded.timeBase) }
            outputs.append(TrackOutput(packet: encoded, time: time ?? .zero))
        }
        return outputs
    }
}
