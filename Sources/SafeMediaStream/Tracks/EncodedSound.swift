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
        while decided < pieces.count, !state.isCutOff(pieces[decided].time),
            let sound = try audible(pieces[decided], state)
        {
            outputs += try encode(sound, at: pieces[decided].time)
            decided += 1
        }
        pieces.removeFirst(decided)
        return outputs
    }

    /// What may be heard of a piece, to the sample; nil while the pictures that decide have not left.
    private func audible(_ piece: Piece, _ state: TrackState) throws(FFmpegError) -> SharedAudioFrame? {
        let count = piece.frame.sampleCount
        if let isSilenced { return isSilenced ? try piece.frame.silenced(0..<count) : piece.frame }
        let end = piece.time + piece.duration
        switch state.answer(from: piece.time, lasting: piece.duration) {
        case .audible: return piece.frame
        case .undecided: return nil
        case .silent: break
        }
        guard state.sound.frontier >= end else { return try piece.frame.silenced(0..<count) }
        var sound = piece.frame
        let rate = Double(max(piece.frame.format.sampleRate, 1))
        for part in state.sound.mutedParts(from: piece.time, to: end) {
            let first = Int(((part.from - piece.time).seconds * rate).rounded(.down))
            let last = Int(((part.to - piece.time).seconds * rate).rounded(.up))
            let range = max(first, 0)..<min(max(last, first, 0), count)
            if !range.isEmpty { sound = try sound.silenced(range) }
        }
        return sound
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
                    frame: decoded, time: packet.time + offset, duration: decoded.length ?? packet.duration))
        }
    }

    private func encode(_ sound: SharedAudioFrame, at time: StreamTime) throws(FFmpegError) -> [TrackOutput] {
        try resampler.send(sound.with(pts: time.nanoseconds, timeBase: Rational(1, 1_000_000_000)))
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
