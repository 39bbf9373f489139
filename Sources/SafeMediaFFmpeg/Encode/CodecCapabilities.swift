import CFFmpeg
package import SafeMediaFrames

/// What this build of FFmpeg can encode.
package enum CodecCapabilities {
    /// Encoders by codec, the preferred first.
    private static let preferred: [CodecID: [String]] = [
        .h264: ["libx264", "libopenh264"], .hevc: ["libx265"], .vp8: ["libvpx"], .vp9: ["libvpx-vp9"],
        .av1: ["libsvtav1", "libaom-av1"], .mp3: ["libmp3lame"], .opus: ["libopus"], .vorbis: ["libvorbis"],
    ]

    /// Encoders that need a device, or that keep nothing of the picture.
    private static let unwanted = ["_vaapi", "_qsv", "_nvenc", "_v4l2m2m", "_omx", "_amf", "_mf", "_vulkan"]

    /// Whether there is an encoder of FFmpeg's name.
    package static func hasEncoder(_ name: String) -> Bool { avcodec_find_encoder_by_name(name) != nil }

    /// Whether there is a decoder for a codec.
    package static func hasDecoder(_ codec: CodecID) -> Bool { avcodec_find_decoder(codec.native) != nil }

    /// The codec that an encoder of FFmpeg's name makes.
    package static func codec(ofEncoder name: String) -> CodecID? {
        avcodec_find_encoder_by_name(name).map { CodecID($0.pointee.id) }
    }

    /// The encoder to use for a codec; nil where there is none that works without a device.
    package static func encoder(for codec: CodecID) -> String? {
        if let name = preferred[codec]?.first(where: hasEncoder) { return name }
        guard let native = avcodec_find_encoder(codec.native), let name = native.pointee.name else { return nil }
        let text = String(cString: name)
        let isExperimental = native.pointee.capabilities & Int32(AV_CODEC_CAP_EXPERIMENTAL) != 0
        return isExperimental || unwanted.contains { text.hasSuffix($0) } ? nil : text
    }

    /// The encoder for pictures like an input's: of its own codec, else of H.264, else of MPEG-4.
    ///
    /// - Parameter isAllowed: whether the output takes a codec.
    package static func videoEncoder(like codec: CodecID, isAllowed: (CodecID) -> Bool = { _ in true }) -> String? {
        for candidate in [codec, .h264, .vp9, .vp8, .mpeg2video, .mpeg4] where isAllowed(candidate) {
            if let name = encoder(for: candidate) { return name }
        }
        return nil
    }

    /// The encoder for sound like an input's: of its own codec, else AAC, else Opus.
    package static func audioEncoder(like codec: CodecID, isAllowed: (CodecID) -> Bool = { _ in true }) -> String? {
        for candidate in [codec, .aac, .opus, .mp2] where isAllowed(candidate) {
            if let name = encoder(for: candidate) { return name }
        }
        return nil
    }

    /// The pixel formats an encoder takes; empty where it does not say.
    package static func pixelFormats(ofEncoder name: String) -> [PixelFormat] {
        guard let codec = avcodec_find_encoder_by_name(name) else { return [] }
        var result: [PixelFormat] = []
        var index: Int32 = 0
        while true {
            let native = smf_encoder_pixel_format(codec, index)
            guard native != AV_PIX_FMT_NONE else { return result }
            if let format = PixelFormat(native.rawValue) { result.append(format) }
            index += 1
        }
    }

    /// Which of an encoder's pixel formats loses least of `format`: its chroma and depth are kept where they can be.
    /// An encoder that does not say takes what it is given.
    package static func pixelFormat(forEncoder name: String, like format: PixelFormat) -> PixelFormat? {
        let offered = pixelFormats(ofEncoder: name).filter { $0.model != .opaque }
        if offered.isEmpty { return hasEncoder(name) ? format.withoutImpliedRange : nil }
        let wanted = format.withoutImpliedRange
        if offered.contains(wanted) { return wanted }
        let plain = offered.filter { !$0.impliesFullRange }
        let candidates = plain.isEmpty ? offered : plain
        return candidates.min { distance($0, wanted) < distance($1, wanted) }
    }

    /// How far one format is from another: losses weigh more than waste.
    private static func distance(_ candidate: PixelFormat, _ wanted: PixelFormat) -> Int {
        func depth(_ format: PixelFormat) -> Int {
            format.model == .palette ? 8 : format.components.map(\.depth).max() ?? 8
        }
        func family(_ format: PixelFormat) -> PixelFormat.Model { format.model == .palette ? .rgb : format.model }
        var cost = 0
        let lost = depth(wanted) - depth(candidate)
        cost += lost > 0 ? 100 * lost : -lost
        let across = candidate.log2ChromaWidth - wanted.log2ChromaWidth
        let down = candidate.log2ChromaHeight - wanted.log2ChromaHeight
        for step in [across, down] { cost += step > 0 ? 50 * step : -5 * step }
        if family(wanted) != family(candidate) {
            // Gray fits into YUV; YUV in gray loses all colour; RGB and YUV change into each other with little loss.
            cost += family(candidate) == .gray ? 5000 : family(wanted) == .gray ? 10 : 30
        }
        if candidate.model == .palette, wanted.model != .palette { cost += 2000 }
        if wanted.hasAlpha, !candidate.hasAlpha { cost += 3 }
        if !wanted.hasAlpha, candidate.hasAlpha { cost += 4 }
        if candidate.isBigEndian != wanted.isBigEndian { cost += 1 }
        // FFmpeg lists semi-planar and planar twins; planar is what most decoders make.
        if candidate.planeCount != wanted.planeCount { cost += 1 }
        return cost
    }
}
