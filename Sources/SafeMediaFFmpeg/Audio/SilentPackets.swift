import CFFmpeg
import SafeMediaFrames

/// Silent stand-ins for the packets of a copied sound track, of the identical configuration: a decoder that was set up
/// for the track makes exactly as much silence of one as it makes sound of the packet it replaces.
package final class SilentPackets: Sendable {
    private enum Source: Sendable {
        /// The same packet each time.
        case fixed([UInt8])
        /// Plain samples: as many of this byte as the packet has.
        case filled(UInt8)
    }

    private let source: Source

    private init(_ source: Source) { self.source = source }

    /// Silence for a track; nil where none of its configuration can be had, and the track must be encoded anew.
    ///
    /// - Parameter example: a packet of the track, which shows how it is framed.
    package static func make(for stream: StreamInfo, example: SharedPacket?) -> SilentPackets? {
        guard let audio = stream.audio, audio.format.sampleRate > 0, audio.format.channels > 0 else { return nil }
        if stream.codecID.isPCM { return SilentPCM.byte(for: stream.codecID).map { SilentPackets(.filled($0)) } }
        guard let recipe = SilentRecipe(stream, audio: audio, example: example) else { return nil }
        guard let bytes = try? recipe.encode(), let proven = try? recipe.proves(bytes), proven else { return nil }
        return SilentPackets(.fixed(bytes))
    }

    /// The silent packet for the place of `packet`, with its times.
    package func packet(replacing packet: SharedPacket) throws(FFmpegError) -> SharedPacket {
        switch source {
        case .fixed(let bytes): try packet.replacing(bytes: bytes)
        case .filled(let byte): try packet.replacing(bytes: [UInt8](repeating: byte, count: packet.size))
        }
    }
}

/// What silence is in plain samples.
enum SilentPCM {
    /// Nil for codecs whose silence is not one repeated byte.
    static func byte(for codec: CodecID) -> UInt8? {
        switch codec.native {
        case AV_CODEC_ID_PCM_U8: 0x80
        case AV_CODEC_ID_PCM_MULAW: 0xFF
        case AV_CODEC_ID_PCM_ALAW: 0xD5
        case AV_CODEC_ID_PCM_S8, AV_CODEC_ID_PCM_S8_PLANAR, AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S16BE,
            AV_CODEC_ID_PCM_S16LE_PLANAR, AV_CODEC_ID_PCM_S16BE_PLANAR, AV_CODEC_ID_PCM_S24LE, AV_CODEC_ID_PCM_S24BE,
            AV_CODEC_ID_PCM_S24LE_PLANAR, AV_CODEC_ID_PCM_S32LE, AV_CODEC_ID_PCM_S32BE, AV_CODEC_ID_PCM_S32LE_PLANAR,
            AV_CODEC_ID_PCM_S64LE, AV_CODEC_ID_PCM_S64BE, AV_CODEC_ID_PCM_F32LE, AV_CODEC_ID_PCM_F32BE,
            AV_CODEC_ID_PCM_F64LE, AV_CODEC_ID_PCM_F64BE:
            0
        default: nil
        }
    }
}
