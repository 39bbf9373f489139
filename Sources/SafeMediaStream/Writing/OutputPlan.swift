import SafeMediaFFmpeg
import SafeMediaFrames

/// What the output will hold, decided before a frame is read. What was asked for by an option and cannot be had is an
/// error; what was only inherited from the input falls back, and `notices` says so.
struct OutputPlan {
    /// What is made of the video.
    struct Video: Sendable {
        let stream: StreamInfo?
        /// FFmpeg's name of the encoder.
        let encoder: String
        let frameRate: Rational?
        let timeBase: Rational
        /// What the container says about turning the picture.
        let statedOrientation: PictureOrientation
        /// How the picture itself is turned, because the container cannot say it.
        let bakedOrientation: PictureOrientation
    }

    /// What is made of another track.
    struct Track {
        enum Treatment {
            /// Its packets are passed on, silent ones in their place where need be; nil where none is ever silenced.
            /// Headers of their own are taken away where the container wants none.
            case copiedSound(SilentPackets?, headers: ADTSFrames? = nil)
            /// It is decoded and encoded again by this encoder.
            case encodedSound(encoder: String)
            /// Text subtitles, as this codec; nil passes them on as they are.
            case subtitles(SubtitleConverter?)
        }

        let stream: StreamInfo
        let treatment: Treatment
    }

    let container: OutputContainer
    let isLive: Bool
    let video: Video
    let tracks: [Track]
    let chapters: [Chapter]
    let title: String?
    /// What falls back or is left out, each to be said once.
    let notices: [String]
}
