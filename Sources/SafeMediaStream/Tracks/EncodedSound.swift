import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// A track of sound that is decoded, silenced where it may not be heard, and encoded again.
final class EncodedSound: TrackWriter {
    private let decoder: AudioDecoder
    private let encoder: AudioEncoder
    private let resampler: AudioResampler
    private let isSilenced: Bool?
    private var queue: TrackQueue
    /// Decoded pieces that wait for their pictures.
    private var pieces: [Piece] = []

    private struct Piece {
        let frame: SharedAudioFrame
        let time: StreamTime
        let duration: StreamTime
        let arrival: StreamTime
    }

    var parameters: CodecParameters { encoder.parameters }
    var timeBase: Rational { encoder.timeBase }

    init(
        stream: StreamInfo, encoder name: String, hasGlobalHeader: Bool, isSilenced: Bool?,
        used: @escaping (Int) -> Void
    ) throws(FFmpegError) {
        decoder = try AudioDecoder.make(for: stream)
        let format =
            stream.audio?.format
            ?? AudioFormat(
                sampleRate: 48_000, channels: 2, layout: "stereo", sampleFormat: nil)
        var configuration = AudioEncoderConfiguration(encoder: name, format: format)
        configuration.hasGlobalHeader = hasGlobalHeader
        encoder = try AudioEncoder.make(configuration)
        resampler = try AudioResampler.make(for: encoder)
        self.isSilenced = isSilenced
        queue = TrackQueue(used: used)
    }

    func append(_ packet: TrackPacket) {
        queue.append(packet)
    }

    func advance(_ state: TrackState) throws(FFmpegError) -> [TrackOutput] {
        while let first = queue.first {
            queue.removeFirst()
            try decode(first)
        }
        var outputs: [TrackOutput] = []
        var decided = 0
        while decided < pieces.count, let isSilent = isSilent(pieces[decided], state) {
            outputs += try encode(pieces[decided], isSilent: isSilent)
            decided += 1
        }
        pieces.removeFirst(decided)
        return outputs
    }

    /// nil while the pictures that decide have not left.
    private func isSilent(_ piece: Piece, _ state: TrackState) -> Bool? {
        if let isSilenced { return isSilenced }
        let answer = state.answer(
            from: piece.time, lasting: piece.duration, arrival: piece.arrival, margin: piece.duration)
        switch answer {
        case .audible: return false
        case .silent: return true
        case .undecided: return nil
        }
    }

    private func decode(_ packet: TrackPacket) throws(FFmpegError) {
        do throws(FFmpegError) {
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
            let own = decoded.pts.flatMap { StreamTime(ticks: $0, timeBase: decoded.timeBase) }
            let base = packet.packet.pts.flatMap { StreamTime(ticks: $0, timeBase: packet.packet.timeBase) }
            // The decoder's own time says how far into the packet, or before it, this piece begins.
            let offset = own.flatMap { own in base.map { own - $0 } } ?? .zero
            pieces.append(
                Piece(
                    frame: decoded, time: packet.time + offset, duration: decoded.length ?? packet.duration,
                    arrival: packet.arrival))
        }
    }

    private func encode(_ piece: Piece, isSilent: Bool) throws(FFmpegError) -> [TrackOutput] {
        let sound = isSilent ? try piece.frame.silenced(0..<piece.frame.sampleCount) : piece.frame
        try resampler.send(sound.with(pts: piece.time.nanoseconds, timeBase: Rational(1, 1_000_000_000)))
        return try encodeReady()
    }

    private func encodeReady() throws(FFmpegError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        var frame: SharedAudioFrame?
        while try resampler.receive(into: &frame) == .item, let ready = frame.take() {
            while try !encoder.send(ready) { outputs += try receiveEncoded() }
            outputs += try receiveEncoded()
        }
        return outputs
    }

    func finish() throws(FFmpegError) -> [TrackOutput] {
        try resampler.send(nil)
        var outputs = try encodeReady()
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
