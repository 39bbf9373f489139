import CFFmpeg
import Glibc

/// Which demuxers and protocols an input may use, and how its name is written for FFmpeg.
enum InputAddress {
    /// Demuxers that open other files, addresses or devices, or that read names as patterns.
    private static let indirect: Set<String> = [
        "concat", "concatf", "hls", "dash", "sdp", "rtsp", "rtp", "sap", "image2", "alias_pix", "brender_pix", "imf",
        "webm_dash_manifest", "lavfi", "vapoursynth", "avisynth", "tty", "ffmetadata", "tedcaptions", "libgme",
        "rtp_mpegts", "mpegtsraw", "bluray", "dvdvideo", "android_camera",
    ]

    /// Names of every demuxer that reads the one file it was given. FFmpeg matches names by any of their parts.
    static let singleFileFormats: String = {
        var names: [String] = []
        var state: UnsafeMutableRawPointer?
        while let demuxer = av_demuxer_iterate(&state) {
            guard let name = demuxer.pointee.name.map({ String(cString: $0) }) else { continue }
            let parts = name.split(separator: ",").map(String.init)
            if parts.allSatisfy({ !indirect.contains($0) }) { names.append(name) }
        }
        return names.joined(separator: ",")
    }()

    /// `file:` and the absolute path, so that nothing in the name is taken for a scheme or an option. With its zero.
    static func fileName(_ path: [UInt8]) throws(FFmpegError) -> [CChar] {
        guard !path.isEmpty, !path.contains(0) else {
            throw FFmpegError(
                code: SMF_ERROR_INVALID_ARGUMENT, operation: "open file", detail: "the path is empty or holds a zero")
        }
        var name = Array("file:".utf8)
        if path.first != UInt8(ascii: "/") {
            guard let directory = getcwd(nil, 0) else {
                throw FFmpegError(code: smf_error_from_errno(errno), operation: "find the working directory")
            }
            defer { free(directory) }
            name += UnsafeRawBufferPointer(start: directory, count: strlen(directory))
            name.append(UInt8(ascii: "/"))
        }
        return (name + path + [0]).map { CChar(bitPattern: $0) }
    }

    /// The scheme of an address, in lower case; nil where it has none.
    static func scheme(_ url: String) -> String? {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
        let scheme = url[..<colon].lowercased()
        let isPlain = scheme.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return isPlain && !scheme.isEmpty ? scheme : nil
    }

    /// Protocols that an address of this scheme may lead to.
    static func protocols(_ scheme: String) -> String? {
        switch scheme {
        case "rtsp", "rtsps": "rtsp,rtsps,rtp,srtp,udp,tcp,tls"
        case "http", "https": "http,https,httpproxy,tcp,tls,crypto,hls"
        case "hls", "hls+http", "hls+https": "http,https,httpproxy,tcp,tls,crypto,hls"
        case "rtmp", "rtmps", "rtmpt", "rtmpts", "rtmpe", "rtmpte":
            "rtmp,rtmps,rtmpt,rtmpts,rtmpe,rtmpte,ffrtmphttp,ffrtmpcrypt,http,https,tcp,tls"
        case "srt": "srt,udp"
        case "rist": "rist,udp"
        case "udp", "rtp": "udp,rtp,srtp"
        case "tcp": "tcp"
        case "tls": "tls,tcp"
        default: nil
        }
    }

    static func isNetworkWithReadTimeout(_ scheme: String) -> Bool {
        ["http", "https", "tcp", "tls"].contains(scheme) || scheme.hasPrefix("hls") || scheme.hasPrefix("rtmp")
    }
}
