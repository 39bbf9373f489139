import CFFmpeg
import SafeMediaFrames

/// How to make, and to prove, a silent packet of a track's configuration.
struct SilentRecipe {
    private let stream: StreamInfo
    private let audio: StreamInfo.Audio
    private let encoder: String
    /// Samples of each packet of the track.
    private let expected: Int
    /// Packets carry a header of their own, as in transport streams.
    private let hasADTS: Bool

    /// Nil for codecs and profiles of which no silence can be made here.
    init?(_ stream: StreamInfo, audio: StreamInfo.Audio, example: SharedPacket?) {
        self.stream = stream
        self.audio = audio
        switch stream.codecID {
        case .aac:
            // Of the others, only the core would be silent, or the frame shorter.
            guard stream.profile == Int(SMF_PROFILE_AAC_LOW) else { return nil }
            encoder = "aac"
            expected = audio.frameSize > 0 ? audio.frameSize : 1024
            let begins = example?.withBytes { bytes in
                bytes.count >= 7 && bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0
            }
            // A track without a header in its container carries one in each packet.
            hasADTS = begins ?? stream.parameters.extradata.isEmpty
            guard hasADTS || !stream.parameters.extradata.isEmpty else { return nil }
        case .ac3, .eac3:
            guard stream.bitRate != nil else { return nil }
            encoder = stream.codecID.name
            expected = audio.frameSize > 0 ? audio.frameSize : 1536
            hasADTS = false
        default: return nil
        }
    }

    /// The packet once the encoder has come to rest.
    func encode() throws(FFmpegError) -> [UInt8] {
        var configuration = AudioEncoderConfiguration(encoder: encoder, format: audio.format)
        configuration.hasGlobalHeader = true
        configuration.bitRate = stream.bitRate
        let encoder = try AudioEncoder.make(configuration)
        guard encoder.format.sampleRate == audio.format.sampleRate, encoder.format.channels == audio.format.channels,
            let size = encoder.frameSize, size == expected
        else {
            throw FFmpegError(code: SMF_ERROR_NOT_SUPPORTED, operation: "make silence")
        }
        var last: SharedPacket?
        for index in 0..<8 {
            let silence = try SharedAudioFrame.silence(
                encoder.format, sampleCount: size, pts: Int64(index * size), timeBase: encoder.timeBase)
            guard try encoder.send(silence) else { break }
            while try encoder.receive(into: &last) == .item {}
        }
        guard let bytes = last?.withBytes({ [UInt8]($0) }) else {
            throw FFmpegError(code: SMF_ERROR_NOT_SUPPORTED, operation: "make silence")
        }
        return hasADTS ? try adtsHeader(payload: bytes.count) + bytes : bytes
    }

    /// Whether a decoder of the track's own parameters makes silence of the right length of it, again and again.
    func proves(_ bytes: [UInt8]) throws(FFmpegError) -> Bool {
        let timeBase = Rational(1, Int32(clamping: audio.format.sampleRate))
        let decoder = try AudioDecoder.make(for: stream.parameters, timeBase: timeBase)
        var frame: SharedAudioFrame?
        var count = 0
        let rounds = 4
        for index in 0..<rounds {
            let time = Int64(index * expected)
            let packet = try SharedPacket.make(
                bytes: bytes, pts: time, dts: time, duration: Int64(expected), timeBase: timeBase)
            guard try decoder.send(packet) else { return false }
            while try decoder.receive(into: &frame) == .item {
                guard let frame, frame.isSilent, frame.format.sampleRate == audio.format.sampleRate,
                    frame.format.channels == audio.format.channels
                else { return false }
                count += frame.sampleCount
            }
        }
        return count == rounds * expected
    }

    /// By their number in headers of AAC.
    static let rates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// ISO/IEC 13818-7, without a checksum.
    private func adtsHeader(payload: Int) throws(FFmpegError) -> [UInt8] {
        guard let rate = Self.rates.firstIndex(of: audio.format.sampleRate),
            (1...6).contains(audio.format.channels) || audio.format.channels == 8, payload + 7 < 1 << 13
        else {
            throw FFmpegError(code: SMF_ERROR_NOT_SUPPORTED, operation: "make silence")
        }
        let channels = audio.format.channels == 8 ? 7 : audio.format.channels
        let length = payload + 7
        return [
            0xFF, 0xF1, UInt8(1 << 6 | rate << 2 | channels >> 2), UInt8((channels & 3) << 6 | length >> 11),
            UInt8(length >> 3 & 0xFF), UInt8((length & 7) << 5 | 0x1F), 0xFC,
        ]
    }
}
