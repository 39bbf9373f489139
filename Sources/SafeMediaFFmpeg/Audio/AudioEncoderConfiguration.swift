/// What an audio encoder is to make.
package struct AudioEncoderConfiguration: Sendable {
    /// FFmpeg's name of the encoder, see `CodecCapabilities.audioEncoder(like:)`.
    package var encoder: String
    /// A wish: the encoder takes the nearest it can, see `AudioEncoder.format`.
    package var format: AudioFormat
    /// Bits a second; nil leaves it to the encoder.
    package var bitRate: Int64?
    /// The codec's header goes to the container's, see `Muxer.wantsGlobalHeader`.
    package var hasGlobalHeader = false
    /// FFmpeg's own options; one that the encoder does not know is an error.
    package var options: [(String, String)] = []

    package init(encoder: String, format: AudioFormat) {
        self.encoder = encoder
        self.format = format
    }
}
