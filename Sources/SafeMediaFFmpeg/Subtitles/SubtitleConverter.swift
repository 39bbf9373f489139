import CFFmpeg
package import SafeMediaFrames

/// Brings text subtitles from one codec to another, packet by packet. One thread uses it.
package final class SubtitleConverter {
    // The contexts log through `watch` until they are freed.
    private let watch: ContextWatch
    private let decoder: UnsafeMutablePointer<AVCodecContext>
    private let encoder: UnsafeMutablePointer<AVCodecContext>
    private let sending: UnsafeMutablePointer<AVPacket>
    /// What a container must know.
    package let parameters: CodecParameters
    /// The unit of the packets' times, the same before and after.
    package let timeBase: Rational
    /// More than a screen of text; a longer one is an error.
    private static let longestText = 1 << 20

    private init(
        decoder: UnsafeMutablePointer<AVCodecContext>, encoder: UnsafeMutablePointer<AVCodecContext>,
        sending: UnsafeMutablePointer<AVPacket>, parameters: CodecParameters, timeBase: Rational, watch: ContextWatch
    ) {
        self.decoder = decoder
        self.encoder = encoder
        self.sending = sending
        self.parameters = parameters
        self.timeBase = timeBase
        self.watch = watch
        HandleCounter.opened()
    }

    deinit {
        Self.free(decoder, encoder, sending)
        watch.retire()
        HandleCounter.closed()
    }

    private static func free(
        _ decoder: UnsafeMutablePointer<AVCodecContext>?, _ encoder: UnsafeMutablePointer<AVCodecContext>?,
        _ sending: UnsafeMutablePointer<AVPacket>?
    ) {
        var (decoder, encoder, sending) = (decoder, encoder, sending)
        avcodec_free_context(&decoder)
        avcodec_free_context(&encoder)
        av_packet_free(&sending)
    }

    /// A converter from a stream's codec to another; both must be text.
    package static func make(from stream: StreamInfo, to codec: CodecID) throws(FFmpegError) -> SubtitleConverter {
        guard stream.codecID.isTextSubtitle, codec.isTextSubtitle,
            let reader = avcodec_find_decoder(stream.codecID.native), let writer = avcodec_find_encoder(codec.native)
        else {
            throw FFmpegError(
                code: SMF_ERROR_NOT_SUPPORTED, operation: "convert subtitles",
                detail: "no way from \(stream.codecName) to \(codec.name)")
        }
        let decoder = avcodec_alloc_context3(reader)
        let encoder = avcodec_alloc_context3(writer)
        let sending = av_packet_alloc()
        let watch = ContextWatch()
        do {
            let decoder = try require(decoder, "convert subtitles")
            let encoder = try require(encoder, "convert subtitles")
            let packet = try require(sending, "convert subtitles")
            try FFmpegLog.explaining { () throws(FFmpegError) in
                try open(decoder, reader, encoder, writer, stream, watch)
            }
            return SubtitleConverter(
                decoder: decoder, encoder: encoder, sending: packet,
                parameters: try CodecParameters.make(of: encoder), timeBase: stream.timeBase, watch: watch)
        } catch {
            free(decoder, encoder, sending)
            watch.retire()
            throw error
        }
    }

    private static func open(
        _ decoder: UnsafeMutablePointer<AVCodecContext>, _ reader: UnsafePointer<AVCodec>,
        _ encoder: UnsafeMutablePointer<AVCodecContext>, _ writer: UnsafePointer<AVCodec>, _ stream: StreamInfo,
        _ watch: ContextWatch
    ) throws(FFmpegError) {
        try check(avcodec_parameters_to_context(decoder, stream.parameters.parameters), "convert subtitles")
        decoder.pointee.opaque = watch.opaque
        decoder.pointee.pkt_timebase = stream.timeBase.native
        try check(avcodec_open2(decoder, reader, nil), "convert subtitles")
        encoder.pointee.opaque = watch.opaque
        encoder.pointee.time_base = AVRational(num: 1, den: 1000)
        encoder.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
        let size = Int(decoder.pointee.subtitle_header_size)
        if size > 0, let header = decoder.pointee.subtitle_header {
            // The encoder frees its own copy, which ends with a zero.
            let copy = try require(av_mallocz(size + 1), "convert subtitles")
            copy.copyMemory(from: header, byteCount: size)
            encoder.pointee.subtitle_header = copy.assumingMemoryBound(to: UInt8.self)
            encoder.pointee.subtitle_header_size = Int32(size)
        }
        try check(avcodec_open2(encoder, writer, nil), "convert subtitles")
    }

    /// The same text in the other codec, with the packet's times; nil where there is nothing to show.
    package func convert(_ packet: SharedPacket) throws(FFmpegError) -> SharedPacket? {
        var subtitle = AVSubtitle()
        var isWhole: Int32 = 0
        try check(av_packet_ref(sending, packet.packet), "convert subtitles")
        let result = avcodec_decode_subtitle2(decoder, &subtitle, &isWhole, sending)
        av_packet_unref(sending)
        guard result >= 0 else { throw watch.error(result, "convert subtitles", detail: watch.lastMessage) }
        guard isWhole != 0 else { return nil }
        defer { avsubtitle_free(&subtitle) }
        guard subtitle.num_rects > 0 else { return nil }
        subtitle.pts = packet.pts.flatMap { Ticks.rescale($0, from: timeBase, to: Rational(1, 1_000_000)) } ?? 0
        let shown = Int64(subtitle.end_display_time) - Int64(subtitle.start_display_time)
        let duration = packet.duration ?? Ticks.rescale(shown, from: Rational(1, 1000), to: timeBase)
        if let duration, let milliseconds = Ticks.rescale(duration, from: timeBase, to: Rational(1, 1000)) {
            subtitle.start_display_time = 0
            subtitle.end_display_time = UInt32(clamping: milliseconds)
        }
        var buffer = [UInt8](repeating: 0, count: Self.longestText)
        let written = avcodec_encode_subtitle(encoder, &buffer, Int32(buffer.count), &subtitle)
        guard written >= 0 else { throw watch.error(written, "convert subtitles", detail: watch.lastMessage) }
        guard written > 0 else { return nil }
        return try .make(
            bytes: Array(buffer.prefix(Int(written))), pts: packet.pts, dts: packet.dts ?? packet.pts,
            duration: duration, timeBase: timeBase, streamIndex: packet.streamIndex)
    }
}
