import CFFmpeg
import SafeMediaFrames

/// From a configuration to an encoder's context and options.
struct VideoEncoderSettings {
    let configuration: VideoEncoderConfiguration
    let format: PictureFormat
    let frameRate: Rational?

    func apply(to context: UnsafeMutablePointer<AVCodecContext>, codec: UnsafePointer<AVCodec>) throws(FFmpegError) {
        guard configuration.timeBase.isValid else {
            throw FFmpegError(
                code: SMF_ERROR_INVALID_ARGUMENT, operation: "open video encoder", detail: "no time base")
        }
        context.pointee.width = Int32(clamping: format.width)
        context.pointee.height = Int32(clamping: format.height)
        context.pointee.pix_fmt = format.pixelFormat.native
        context.pointee.color_range = format.color.range.native
        context.pointee.color_primaries = format.color.nativePrimaries
        context.pointee.color_trc = format.color.nativeTransfer
        context.pointee.colorspace = format.color.nativeMatrix
        context.pointee.chroma_sample_location = format.color.nativeChromaLocation
        if format.sampleAspectRatio.isValid { context.pointee.sample_aspect_ratio = format.sampleAspectRatio.native }
        context.pointee.time_base = timeBase(for: codec).native
        if let frameRate { context.pointee.framerate = frameRate.native }
        context.pointee.field_order = configuration.fieldOrder.native
        if configuration.fieldOrder == .topFirst || configuration.fieldOrder == .bottomFirst {
            context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
        }
        if let bitRate = configuration.bitRate { context.pointee.bit_rate = bitRate }
        if let interval = configuration.keyInterval { context.pointee.gop_size = Int32(clamping: interval) }
        if let limit = configuration.maxBFrames ?? (configuration.isLive ? 0 : nil) {
            context.pointee.max_b_frames = Int32(clamping: limit)
        }
        if let profile = configuration.profile { context.pointee.profile = Int32(clamping: profile) }
        if let level = configuration.level { context.pointee.level = Int32(clamping: level) }
        context.pointee.thread_count = Int32(clamping: configuration.threadCount)
        if configuration.isLive {
            context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
            context.pointee.thread_type = FF_THREAD_SLICE
        }
        if configuration.hasGlobalHeader { context.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER) }
        if configuration.crf == nil, configuration.bitRate == nil, !hasOwnQuality(codec) {
            // Encoders without a constant quality of their own start at 200 kbit/s, which is ruin for any picture.
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = FF_QP2LAMBDA * 3
        }
    }

    /// MPEG-1 and MPEG-2 know a few rates and no time base; MPEG-4 counts in 16 bits.
    private func timeBase(for codec: UnsafePointer<AVCodec>) -> Rational {
        let wanted = configuration.timeBase
        switch codec.pointee.id {
        case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO:
            let rate = av_inv_q(nearestListedRate(codec))
            return Rational(rate)
        case AV_CODEC_ID_MPEG4:
            if wanted.denominator <= 65535 { return wanted }
            guard let frameRate, frameRate.numerator <= 65535 else { return Rational(1, 65535) }
            return Rational(frameRate.denominator, frameRate.numerator)
        default:
            return wanted
        }
    }

    private func nearestListedRate(_ codec: UnsafePointer<AVCodec>) -> AVRational {
        let listed = [(24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1)]
        let wanted = frameRate?.value ?? configuration.timeBase.value.map { 1 / $0 } ?? 25
        // Time must not repeat, so a rate between two is rounded up.
        let chosen = listed.first { Double($0.0) / Double($0.1) >= wanted * 0.999 } ?? (60, 1)
        return AVRational(num: Int32(chosen.0), den: Int32(chosen.1))
    }

    private func hasOwnQuality(_ codec: UnsafePointer<AVCodec>) -> Bool {
        if codec.pointee.capabilities & Int32(AV_CODEC_CAP_DELAY) != 0, Self.knows("crf", codec) { return true }
        return Self.knows("crf", codec) || Self.knows("qp", codec) && codec.pointee.id == AV_CODEC_ID_AV1
            || CodecID(codec.pointee.id).isLossless
    }

    /// What we set by ourselves; an encoder that does not know it goes on without.
    func implied(for codec: UnsafePointer<AVCodec>) -> [(String, String)] {
        var options: [(String, String)] = []
        let name = configuration.encoder
        if configuration.isLive {
            switch name {
            case "libx264", "libx265": options.append(("tune", "zerolatency"))
            case "libvpx", "libvpx-vp9":
                options += [("deadline", "realtime"), ("lag-in-frames", "0"), ("cpu-used", "8")]
            case "libaom-av1": options += [("usage", "realtime"), ("lag-in-frames", "0"), ("cpu-used", "8")]
            case "libsvtav1": options += [("preset", "12"), ("svtav1-params", "lookahead=0")]
            default: break
            }
        }
        if name == "libx264" { options.append(("forced-idr", "1")) }
        if name == "libx265" { options += [("forced-idr", "1"), ("x265-params", "log-level=error")] }
        if name == "libvpx" || name == "libvpx-vp9", configuration.crf == nil, configuration.bitRate == nil {
            options += [("crf", "24"), ("b", "0")]
            if name == "libvpx" { options[options.count - 1] = ("b", "4M") }
        }
        return options
    }

    /// What was asked for; an encoder that does not know it is an error.
    func given(for codec: UnsafePointer<AVCodec>) throws(FFmpegError) -> [(String, String)] {
        var options: [(String, String)] = []
        if let crf = configuration.crf { options.append(("crf", crf == crf.rounded() ? "\(Int(crf))" : "\(crf)")) }
        if let preset = configuration.preset { options.append(("preset", preset)) }
        return options + configuration.options
    }

    /// Whether an encoder has an option of its own of that name.
    static func knows(_ option: String, _ codec: UnsafePointer<AVCodec>) -> Bool {
        guard var type = codec.pointee.priv_class else { return false }
        return withUnsafeMutablePointer(to: &type) { pointer in
            av_opt_find(pointer, option, nil, 0, AV_OPT_SEARCH_FAKE_OBJ) != nil
        }
    }
}

extension CodecID {
    /// Nothing is lost whatever the quality asked for.
    var isLossless: Bool {
        guard let descriptor = avcodec_descriptor_get(native) else { return false }
        return descriptor.pointee.props & AV_CODEC_PROP_LOSSY == 0
    }
}
