import CFFmpeg

/// What every encoder needs: a context, a frame to send and a packet to receive into. Owned together.
final class EncoderHandles {
    // The context logs through `watch` until it is freed.
    let watch = ContextWatch()
    let context: UnsafeMutablePointer<AVCodecContext>
    let sending: UnsafeMutablePointer<AVFrame>
    let receiving: UnsafeMutablePointer<AVPacket>
    let codec: UnsafePointer<AVCodec>

    private init(
        _ codec: UnsafePointer<AVCodec>, _ context: UnsafeMutablePointer<AVCodecContext>,
        _ sending: UnsafeMutablePointer<AVFrame>, _ receiving: UnsafeMutablePointer<AVPacket>
    ) {
        self.codec = codec
        self.context = context
        self.sending = sending
        self.receiving = receiving
        context.pointee.opaque = watch.opaque
        HandleCounter.opened()
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        var sending: UnsafeMutablePointer<AVFrame>? = sending
        var receiving: UnsafeMutablePointer<AVPacket>? = receiving
        avcodec_free_context(&context)
        av_frame_free(&sending)
        av_packet_free(&receiving)
        watch.retire()
        HandleCounter.closed()
    }

    static func make(encoder name: String) throws(FFmpegError) -> EncoderHandles {
        guard let codec = avcodec_find_encoder_by_name(name) else {
            throw FFmpegError(
                code: SMF_ERROR_NO_ENCODER, operation: "open encoder",
                detail: Redaction.harmless("FFmpeg has no encoder '\(name)' here"))
        }
        var context = avcodec_alloc_context3(codec)
        var sending = av_frame_alloc()
        var receiving = av_packet_alloc()
        guard let context, let sending, let receiving else {
            avcodec_free_context(&context)
            av_frame_free(&sending)
            av_packet_free(&receiving)
            throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: "allocate encoder")
        }
        return EncoderHandles(codec, context, sending, receiving)
    }

    /// Opens the encoder; an option of `given` that it does not know is an error that names it.
    func open(_ options: [(String, String)], given: [(String, String)], name: String) throws(FFmpegError) {
        var settings = OptionDictionary(options)
        for (key, value) in given { settings[key] = value }
        let result = try FFmpegLog.explaining { () throws(FFmpegError) in
            let result = settings.withPointer { avcodec_open2(context, codec, $0) }
            return try check(result, "open encoder")
        }
        _ = result
        try settings.requireTaken(given, "open encoder", by: "the encoder \(name)")
    }

    /// Sends what `sending` holds (or the end), and empties it.
    func send(end: Bool) throws(FFmpegError) -> Bool {
        let result = avcodec_send_frame(context, end ? nil : sending)
        av_frame_unref(sending)
        if result == SMF_ERROR_AGAIN { return false }
        if end, result == SMF_ERROR_END { return true }
        guard result >= 0 else { throw watch.error(result, "encode", detail: watch.lastMessage) }
        return true
    }

    func receive() throws(FFmpegError) -> Pull {
        let result = avcodec_receive_packet(context, receiving)
        if result == SMF_ERROR_AGAIN { return .needsInput }
        if result == SMF_ERROR_END { return .endOfStream }
        guard result >= 0 else { throw watch.error(result, "encode", detail: watch.lastMessage) }
        return .item
    }
}
