import CFFmpeg

/// AAC as transport streams carry it: each packet begins with a header of its own (ADTS, ISO/IEC 13818-7). Other
/// containers say once what it says and hold bare payloads. FFmpeg's muxers convert too, but 5.1 not into fragments, and
/// a damaged packet then ends the run.
package struct ADTSFrames: Sendable {
    private let rate: Int
    private let channels: Int

    /// Nil for tracks that are not like this, or cannot be described in two bytes.
    package init?(_ stream: StreamInfo) {
        guard Self.areIn(stream), stream.profile == Int(SMF_PROFILE_AAC_LOW), let format = stream.audio?.format,
            let rate = SilentRecipe.rates.firstIndex(of: format.sampleRate),
            (1...6).contains(format.channels) || format.channels == 8
        else { return nil }
        self.rate = rate
        channels = format.channels == 8 ? 7 : format.channels
    }

    /// Whether a track's packets carry their own headers.
    package static func areIn(_ stream: StreamInfo) -> Bool {
        stream.codecID == .aac && stream.parameters.extradata.isEmpty
    }

    /// The track's parameters with what the headers say (AudioSpecificConfig, ISO/IEC 14496-3).
    package func describing(_ parameters: CodecParameters) throws(FFmpegError) -> CodecParameters {
        try parameters.with(extradata: [UInt8(2 << 3 | rate >> 1), UInt8((rate & 1) << 7 | channels << 3)])
    }

    /// The packet without its header; nil where that is damaged or describes something else.
    package func payload(of packet: SharedPacket) throws(FFmpegError) -> SharedPacket? {
        let bytes: [UInt8]? = packet.withBytes { bytes in
            guard bytes.count > 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
            // Without a checksum, and with one.
            let header = bytes[1] & 1 == 1 ? 7 : 9
            let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
            guard length == bytes.count, length > header, bytes[6] & 3 == 0, bytes[2] >> 6 == 1,
                Int(bytes[2] >> 2 & 0xF) == rate, Int(bytes[2] & 1) << 2 | Int(bytes[3] >> 6) == channels
            else { return nil }
            return [UInt8](bytes[header...])
        }
        guard let bytes else { return nil }
        return try packet.replacing(bytes: bytes)
    }
}
