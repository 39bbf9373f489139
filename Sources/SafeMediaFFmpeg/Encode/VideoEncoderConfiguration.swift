package import SafeMediaFrames

/// What an encoder is to make. Times of frames are in `timeBase` of the encoder, whatever theirs is.
package struct VideoEncoderConfiguration: Sendable {
    /// FFmpeg's name of the encoder, see `CodecCapabilities.videoEncoder(like:)`.
    package var encoder: String
    /// Size, colour and aspect ratio of the output; the pixel format is a wish, see `VideoEncoder.format`.
    package var format: PictureFormat
    package var timeBase: Rational
    /// For rate control and for containers that want one; what is not plausible is left out.
    package var frameRate: Rational?
    package var fieldOrder: StreamInfo.FieldOrder = .progressive
    /// Constant quality in the encoder's own scale; nil leaves the encoder's default.
    package var crf: Double?
    /// The encoder's own name of a trade between speed and size.
    package var preset: String?
    /// Bits a second; nil leaves it to the quality.
    package var bitRate: Int64?
    /// Frames from one key frame to the next, at most; nil leaves it to the encoder.
    package var keyInterval: Int?
    /// B-frames in a row, at most; nil leaves it to the encoder, or is zero where `isLive`.
    package var maxBFrames: Int?
    /// No look-ahead, no reordering, no frame held back for threads.
    package var isLive = false
    /// Zero leaves it to the encoder.
    package var threadCount = 0
    /// Parameter sets go to the container's header, not into the packets; see `Muxer.wantsGlobalHeader`.
    package var hasGlobalHeader = false
    /// The codec's profile by FFmpeg's number, where the output must match an input's.
    package var profile: Int?
    package var level: Int?
    /// FFmpeg's own options; one that the encoder does not know is an error.
    package var options: [(String, String)] = []

    package init(encoder: String, format: PictureFormat, timeBase: Rational) {
        self.encoder = encoder
        self.format = format
        self.timeBase = timeBase
    }
}
