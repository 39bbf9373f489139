import CFFmpeg
package import SafeMediaFrames

/// Turns packets into pictures. One thread uses it.
package final class VideoDecoder {
    // Freed in reverse: the context calls `watch` back through the log until it is freed.
    private let watch: ContextWatch
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let working: UnsafeMutablePointer<AVFrame>
    private let sending: UnsafeMutablePointer<AVPacket>
    /// The unit of the packets' times, and so of the frames'.
    package let timeBase: Rational
    private var containerAspectRatio: Rational?

    private init(
        context: UnsafeMutablePointer<AVCodecContext>, working: UnsafeMutablePointer<AVFrame>,
        sending: UnsafeMutablePointer<AVPacket>, timeBase: Rational, watch: ContextWatch
    ) {
        self.context = context
        self.working = working
        self.sending = sending
        self.timeBase = timeBase
        self.watch = watch
        HandleCounter.opened()
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        var working: UnsafeMutablePointer<AVFrame>? = working
        var sending: UnsafeMutablePointer<AVPacket>? = sending
        avcodec_free_context(&context)
        av_frame_free(&working)
        av_packet_free(&sending)
        watch.retire()
        HandleCounter.closed()
    }

    /// A decoder for a stream of an input.
    package static func make(
        for stream: StreamInfo, options: VideoDecoderOptions = VideoDecoderOptions()
    ) throws(FFmpegError) -> VideoDecoder {
        let decoder = try make(for: stream.parameters, timeBase: stream.timeBase, options: options)
        decoder.containerAspectRatio = stream.video?.containerAspectRatio
        return decoder
    }

    /// A decoder for the given parameters; `timeBase` is the packets'.
    package static func make(
        for parameters: CodecParameters, timeBase: Rational, options: VideoDecoderOptions = VideoDecoderOptions()
    ) throws(FFmpegError) -> VideoDecoder {
        let native = parameters.parameters
        let pixels = Int64(native.pointee.width) * Int64(native.pointee.height)
        guard pixels <= Int64(options.maxPixels) else {
            throw FFmpegError(
                code: SMF_ERROR_NOT_SUPPORTED, operation: "open video decoder",
                detail: "\(native.pointee.width)×\(native.pointee.height) is more than \(options.maxPixels) pixels")
        }
        guard let codec = avcodec_find_decoder(native.pointee.codec_id) else {
            throw FFmpegError(
                code: SMF_ERROR_NO_DECODER, operation: "open video decoder", detail: parameters.codecID.name)
        }
        let decoder = try allocate(codec, timeBase)
        let context = decoder.context
        try check(avcodec_parameters_to_context(context, native), "configure video decoder")
        context.pointee.opaque = decoder.watch.opaque
        context.pointee.pkt_timebase = timeBase.native
        context.pointee.max_pixels = Int64(options.maxPixels)
        context.pointee.thread_count = Int32(clamping: options.threadCount)
        context.pointee.thread_type = options.threading == .frames ? FF_THREAD_FRAME | FF_THREAD_SLICE : FF_THREAD_SLICE
        if options.isLowDelay { context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY }
        if options.outputsDamaged { context.pointee.flags |= Int32(AV_CODEC_FLAG_OUTPUT_CORRUPT) }
        smf_decoder_enable_tags(context)
        try FFmpegLog.explaining { () throws(FFmpegError) in
            try check(avcodec_open2(context, codec, nil), "open video decoder")
        }
        return decoder
    }

    private static func allocate(
        _ codec: UnsafePointer<AVCodec>, _ timeBase: Rational
    ) throws(FFmpegError) -> VideoDecoder {
        var context = avcodec_alloc_context3(codec)
        var working = av_frame_alloc()
        var sending = av_packet_alloc()
        guard let context, let working, let sending else {
            avcodec_free_context(&context)
            av_frame_free(&working)
            av_packet_free(&sending)
            throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: "allocate video decoder")
        }
        return VideoDecoder(
            context: context, working: working, sending: sending, timeBase: timeBase, watch: ContextWatch())
    }

    /// Pictures the decoder may hold back for their order, as known now.
    package var reorderDelay: Int { Int(max(0, context.pointee.has_b_frames)) }

    /// Gives a packet; nil says there will be no more.
    ///
    /// An error means that data was damaged, of this packet or of an earlier one (with threads, errors come late). The
    /// packet counts as given, and so does the end: count the damage and go on receiving.
    ///
    /// - Parameter tag: zero or above; each frame names the tag of the packet it came from.
    /// - Returns: false where pictures must be received first; then send the same packet again.
    package func send(_ packet: SharedPacket?, tag: Int64? = nil) throws(FFmpegError) -> Bool {
        let result: Int32
        if let packet {
            try check(av_packet_ref(sending, packet.packet), "send packet to decoder")
            smf_packet_set_tag(sending, tag.map { max(0, $0) } ?? -1)
            result = avcodec_send_packet(context, sending)
            av_packet_unref(sending)
        } else {
            result = avcodec_send_packet(context, nil)
        }
        if result == SMF_ERROR_AGAIN { return false }
        if packet == nil, result == SMF_ERROR_END { return true }
        guard result >= 0 else { throw watch.error(result, "decode video", detail: watch.lastMessage) }
        return true
    }

    /// Takes the next picture, in presentation order; `frame` is set only when the answer is `.item`.
    ///
    /// An error is of one damaged picture: count it and receive again.
    package func receive(into frame: inout SharedFrame?) throws(FFmpegError) -> Pull {
        let result = avcodec_receive_frame(context, working)
        if result == SMF_ERROR_AGAIN { return .needsInput }
        if result == SMF_ERROR_END { return .endOfStream }
        guard result >= 0 else { throw watch.error(result, "decode video", detail: watch.lastMessage) }
        if let ratio = containerAspectRatio, ratio.isValid { working.pointee.sample_aspect_ratio = ratio.native }
        frame = try SharedFrame(try FrameStorage.take(from: working), timeBase: timeBase)
        return .item
    }

    /// Forgets everything sent, for a jump in the input, or to go on after the end.
    package func flush() {
        avcodec_flush_buffers(context)
    }

    /// How many messages since the last call spoke of lost or damaged data.
    package func takeDamage() -> Int { watch.takeDamage() }
}
