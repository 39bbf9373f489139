import CFFmpeg

/// A codec by FFmpeg's number, of which we name the ones we treat in a way of their own.
package struct CodecID: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ native: AVCodecID) { self.init(rawValue: native.rawValue) }

    /// The codec of FFmpeg's name, such as `h264`.
    package init?(name: String) {
        guard let descriptor = avcodec_descriptor_get_by_name(name) else { return nil }
        self.init(descriptor.pointee.id)
    }

    var native: AVCodecID { AVCodecID(rawValue: rawValue) }

    /// FFmpeg's name.
    package var name: String {
        guard let name = avcodec_get_name(native) else { return "unknown" }
        return String(cString: name)
    }

    private var properties: Int32 { avcodec_descriptor_get(native)?.pointee.props ?? 0 }

    /// Every frame stands by itself.
    package var isIntraOnly: Bool { properties & AV_CODEC_PROP_INTRA_ONLY != 0 }
    /// Frames may be shown in another order than they are decoded in.
    package var mayReorder: Bool { properties & AV_CODEC_PROP_REORDER != 0 }
    /// Subtitles that are text.
    package var isTextSubtitle: Bool { properties & AV_CODEC_PROP_TEXT_SUB != 0 }
    /// Subtitles that are pictures.
    package var isPictureSubtitle: Bool { properties & AV_CODEC_PROP_BITMAP_SUB != 0 }
    /// Sound as plain samples.
    package var isPCM: Bool {
        rawValue >= AV_CODEC_ID_FIRST_AUDIO.rawValue && rawValue < AV_CODEC_ID_ADPCM_IMA_QT.rawValue
    }

    package static let none = CodecID(AV_CODEC_ID_NONE)
    package static let h264 = CodecID(AV_CODEC_ID_H264)
    package static let hevc = CodecID(AV_CODEC_ID_HEVC)
    package static let mpeg1video = CodecID(AV_CODEC_ID_MPEG1VIDEO)
    package static let mpeg2video = CodecID(AV_CODEC_ID_MPEG2VIDEO)
    package static let mpeg4 = CodecID(AV_CODEC_ID_MPEG4)
    package static let vp8 = CodecID(AV_CODEC_ID_VP8)
    package static let vp9 = CodecID(AV_CODEC_ID_VP9)
    package static let av1 = CodecID(AV_CODEC_ID_AV1)
    package static let mjpeg = CodecID(AV_CODEC_ID_MJPEG)
    package static let gif = CodecID(AV_CODEC_ID_GIF)
    package static let rawVideo = CodecID(AV_CODEC_ID_RAWVIDEO)
    package static let aac = CodecID(AV_CODEC_ID_AAC)
    package static let ac3 = CodecID(AV_CODEC_ID_AC3)
    package static let eac3 = CodecID(AV_CODEC_ID_EAC3)
    package static let mp2 = CodecID(AV_CODEC_ID_MP2)
    package static let mp3 = CodecID(AV_CODEC_ID_MP3)
    package static let opus = CodecID(AV_CODEC_ID_OPUS)
    package static let vorbis = CodecID(AV_CODEC_ID_VORBIS)
    package static let flac = CodecID(AV_CODEC_ID_FLAC)
    package static let subrip = CodecID(AV_CODEC_ID_SUBRIP)
    package static let ass = CodecID(AV_CODEC_ID_ASS)
    package static let movText = CodecID(AV_CODEC_ID_MOV_TEXT)
    package static let webVTT = CodecID(AV_CODEC_ID_WEBVTT)
}
