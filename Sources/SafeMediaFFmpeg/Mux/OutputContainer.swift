import CFFmpeg

/// What a container can hold. Static knowledge, asked before a frame is read.
package struct OutputContainer: Sendable, Hashable {
    /// FFmpeg's name of the muxer, such as `mp4`.
    package let name: String

    /// A muxer by name; nil where FFmpeg has none here.
    package init?(name: String) {
        guard let format = av_guess_format(name, nil, nil), let found = format.pointee.name else { return nil }
        self.name = String(cString: found)
    }

    /// The muxer for a target, by an explicit name, else by the address, else by the file's extension.
    package init?(target: OutputTarget, format: String?) {
        if let format {
            self.init(name: format)
            return
        }
        switch target {
        case .url(let url):
            guard let scheme = InputAddress.scheme(url) else { return nil }
            switch scheme {
            case "rtsp", "rtsps": self.init(name: "rtsp")
            case _ where scheme.hasPrefix("rtmp"): self.init(name: "flv")
            case "srt", "udp", "rist", "tcp": self.init(name: "mpegts")
            case "rtp": self.init(name: "rtp_mpegts")
            default: self.init(fileName: Array(url.utf8))
            }
        case .file(let path): self.init(fileName: path)
        case .descriptor: return nil
        }
    }

    private init?(fileName: [UInt8]) {
        let name = (fileName + [0]).map { CChar(bitPattern: $0) }
        guard let format = av_guess_format(nil, name, nil), let found = format.pointee.name else { return nil }
        let muxer = String(cString: found)
        // A still picture's extension would write a series of files.
        if muxer.hasPrefix("image2") { return nil }
        self.name = muxer
    }

    var native: UnsafePointer<AVOutputFormat>? { av_guess_format(name, nil, nil) }

    private var isMP4Family: Bool { ["mp4", "mov", "ipod", "ismv", "3gp", "3g2", "psp", "f4v"].contains(name) }

    /// Whether the container takes a codec.
    package func canHold(_ codec: CodecID) -> Bool {
        if let listed = Self.video[name], codec.kind == AVMEDIA_TYPE_VIDEO { return listed.contains(codec) }
        if let listed = Self.audio[name], codec.kind == AVMEDIA_TYPE_AUDIO { return listed.contains(codec) }
        // It says that it does, and then takes few of the sample formats.
        if codec == .rawVideo, name == "matroska" { return false }
        if codec.kind == AVMEDIA_TYPE_SUBTITLE { return subtitles.contains(codec) }
        guard let native else { return false }
        return codec != .none && avformat_query_codec(native, codec.native, FF_COMPLIANCE_NORMAL) == 1
    }

    /// FFmpeg answers "perhaps" for containers without a list of their own.
    private static let video: [String: Set<CodecID>] = [
        "mpegts": [.h264, .hevc, .mpeg2video, .mpeg1video],
        "hls": [.h264, .hevc], "rtp_mpegts": [.h264, .hevc, .mpeg2video],
        "flv": [.h264], "rtsp": [.h264, .hevc], "webm": [.vp8, .vp9, .av1],
        "mpeg": [.mpeg1video, .mpeg2video], "vob": [.mpeg1video, .mpeg2video],
    ]

    private static let audio: [String: Set<CodecID>] = [
        "mpegts": [.aac, .ac3, .eac3, .mp2, .mp3, .opus],
        "hls": [.aac, .ac3, .eac3, .mp3], "rtp_mpegts": [.aac, .ac3, .eac3, .mp2, .mp3],
        "flv": [.aac, .mp3], "rtsp": [.aac, .opus, .mp3, .mp2, .ac3], "webm": [.opus, .vorbis],
    ]

    /// Text subtitles the container takes, the preferred first.
    package var subtitles: [CodecID] {
        switch name {
        case _ where isMP4Family: [.movText]
        case "matroska": [.subrip, .ass, .webVTT]
        case "webm": [.webVTT]
        case "srt": [.subrip]
        case "ass": [.ass]
        case "webvtt": [.webVTT]
        default: []
        }
    }

    /// Whether packets of AAC keep a header of their own.
    package var holdsADTS: Bool { ["mpegts", "hls", "rtp_mpegts", "adts"].contains(name) }
    /// Whether a rotation can be stated; else the picture itself must be turned.
    package var holdsRotation: Bool { isMP4Family }
    /// Whether chapters can be stored.
    package var holdsChapters: Bool { isMP4Family || name == "matroska" || name == "webm" }
    /// Whether covers can be stored as streams.
    package var holdsAttachedPictures: Bool { isMP4Family || name == "matroska" }
    /// Whether the container is sent over a network as it is written.
    package var isNetwork: Bool { name == "rtsp" || name == "rtp_mpegts" }
    /// Whether streams must keep B-frames out: there is no or no reliable place for two times, or the receiver is live.
    package var forbidsBFrames: Bool { name == "rtsp" }
    /// Whether encoders must leave parameter sets to the header.
    package var wantsGlobalHeader: Bool { native.map { $0.pointee.flags & AVFMT_GLOBALHEADER != 0 } ?? false }
    /// Whether the container opens its own connections and files.
    var opensItself: Bool { native.map { $0.pointee.flags & AVFMT_NOFILE != 0 } ?? false }

    /// Settings that the container needs for the way it is written.
    func settings(isLive: Bool, isSeekable: Bool) -> [(String, String)] {
        switch name {
        case _ where isMP4Family:
            guard isLive || !isSeekable else { return [] }
            // A fragment per key frame, and none longer than a second: what was written before a kill plays.
            return [
                ("movflags", "+frag_keyframe+empty_moov+default_base_moof+delay_moov+frag_discont"),
                ("frag_duration", "1000000"),
            ]
        case "matroska", "webm": return isLive ? [("cluster_time_limit", "1000")] : []
        case "mpegts", "rtp_mpegts": return isLive ? [("pat_period", "0.5")] : []
        case "flv": return isLive || !isSeekable ? [("flvflags", "+no_duration_filesize")] : []
        case "hls": return isLive ? [("hls_time", "2"), ("hls_flags", "+temp_file")] : [("hls_list_size", "0")]
        default: return []
        }
    }
}

extension CodecID {
    var kind: AVMediaType { avcodec_get_type(native) }
}
