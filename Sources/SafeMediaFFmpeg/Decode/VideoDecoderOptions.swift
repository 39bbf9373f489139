/// How pictures are decoded.
package struct VideoDecoderOptions: Sendable, Hashable {
    /// What decodes at the same time.
    package enum Threading: Sendable, Hashable {
        /// Whole frames: fast, and late by as many frames as there are threads.
        case frames
        /// Parts of a frame: no delay.
        case slices
    }

    package var threading: Threading = .frames
    /// Zero leaves it to FFmpeg.
    package var threadCount = 0
    /// Show pictures as early as the codec allows.
    package var isLowDelay = false
    /// Pixels of a picture, at most; larger ones are refused before memory is taken for them.
    package var maxPixels = 8192 * 8192
    /// Hand out damaged pictures too, flagged as such, instead of dropping them.
    package var outputsDamaged = true

    package init() {}
}
