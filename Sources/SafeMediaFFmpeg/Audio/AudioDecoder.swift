import CFFmpeg
package import SafeMediaFrames

/// Turns packets into sound. One thread uses it.
package final class AudioDecoder {
    // Freed in reverse: the context logs through `watch` until it is freed.
    private let watch: ContextWatch
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let working: UnsafeMutablePointer<AVFrame>
    private let sending: UnsafeMutablePointer<AVPacket>
    /// The unit of the packets' times, and so of the frames'.
    package let timeBase: Rational

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
    package static func make(for stream: StreamInfo) throws(FFmpegError) -> AudioDecoder {
        try make(for: stream.parameters, timeBase: stream.timeBase)
    }

    /// A decoder for the given parameters; `timeBase` is the packets'.
    package static func make(
        for parameters: CodecParameters, timeBase: Rational
    ) throws(FFmpegError) -> AudioDecoder {
        guard let codec = avcodec_find_decoder(parameters.parameters.pointee.codec_id) else {
            throw FFmpegError(
                code: SMF_ERROR_NO_DECODER, operation: "open audio decoder", detail: parameters.codecID.name)
        }
        var context = avcodec_alloc_context3(codec)
        var working = av_frame_alloc()
        var sending = av_packet_alloc()
        guard let context, let working, let sending else {
            avcodec_free_context(&context)
            av_frame_free(&working)
            av_packet_free(&sending)
            throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: "allocate audio decoder")
        }
        let decoder = AudioDecoder(
            context: context, working: working, sending: sending, timeBase: timeBase, watch: ContextWatch())
        try check(avcodec_parameters_to_context(context, parameters.parameters), "configure audio decoder")
        context.pointee.opaque = decoder.watch.opaque
        context.pointee.pkt_timebase = timeBase.native
        // Sound is cheap, and threads would only delay it.
        context.pointee.thread_count = 1
        smf_decoder_enable_tags(context)
        try FFmpegLog.explaining { () throws(FFmpegError) in
            try check(avcodec_open2(context, codec, nil), "open audio decoder")
        }
        return decoder
    }

    /// Gives a packet; nil says there will be no more. See `VideoDecoder.send`.
    ///
    /// - Returns: false where sound must be received first; then send the same packet again.
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
        guard result >= 0 else { throw watch.error(result, "decode audio", detail: watch.lastMessage) }
        return true
    }

    /// Takes the next piece of sound; `frame` is set only when the answer is `.item`.
    package func receive(into frame: inout SharedAudioFrame?) throws(FFmpegError) -> Pull {
        let result = avcodec_receive_frame(context, working)
        if result == SMF_ERROR_AGAIN { return .needsInput }
        if result == SMF_ERROR_END { return .endOfStream }
        guard result >= 0 else { throw watch.error(result, "decode audio", detail: watch.lastMessage) }
        frame = try SharedAudioFrame(try FrameStorage.take(from: working), timeBase: timeBase)
        return .item
    }

    /// Forgets everything sent.
    package func flush() {
        avcodec_flush_buffers(context)
    }

    /// How many messages since the last call spoke of lost or damaged data.
    package func takeDamage() -> Int { watch.takeDamage() }
}
