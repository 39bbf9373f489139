import CFFmpeg
package import SafeMediaFrames

/// An output being written. One thread uses it; `Interrupt` may be used from any.
///
/// Packets are written as they come: the caller orders them by decoding time across streams.
package final class Muxer {
    private enum Stage {
        case collecting
        case writing
        case finished
    }

    // Freed in reverse: the format context writes through `io` and calls `watch` back until it is freed.
    private let watch: ContextWatch
    private let io: DescriptorIO?
    private let context: UnsafeMutablePointer<AVFormatContext>
    /// The one packet written from, blank between calls.
    private let working: UnsafeMutablePointer<AVPacket>
    private let options: OutputOptions
    /// Settings left for `writeHeader`: those of the address were taken when it was opened.
    private var given: [(String, String)]
    private var stage = Stage.collecting
    private var flushesEachPacket = false
    /// What is written.
    package let container: OutputContainer

    private init(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ working: UnsafeMutablePointer<AVPacket>,
        container: OutputContainer, options: OutputOptions, io: DescriptorIO?, watch: ContextWatch
    ) {
        self.context = context
        self.working = working
        self.container = container
        self.options = options
        self.io = io
        self.watch = watch
        given = options.options
        HandleCounter.opened()
    }

    deinit {
        // Freeing does not finish: what is missing then is said, not made up for.
        if stage == .writing, !failed {
            FFmpegLog.report(.warning, container.name, "an output was dropped before it was finished")
        }
        if io == nil, !container.opensItself { avio_closep(&context.pointee.pb) }
        avformat_free_context(context)
        io?.close()
        var packet: UnsafeMutablePointer<AVPacket>? = working
        av_packet_free(&packet)
        watch.retire()
        HandleCounter.closed()
    }

    /// A call failed, so that the trailer is not owed any more.
    private var failed = false

    /// Opens an output. Blocks; `interrupt` ends it.
    ///
    /// - Parameter format: FFmpeg's name of the container; nil takes the address's or the file's extension.
    package static func open(
        _ target: OutputTarget, format: String? = nil, options: OutputOptions = OutputOptions(), interrupt: Interrupt
    ) throws(FFmpegError) -> Muxer {
        guard let container = OutputContainer(target: target, format: format) else {
            throw FFmpegError(
                code: SMF_ERROR_NO_MUXER, operation: "open output",
                detail: format.map { "FFmpeg writes no format '\(Redaction.harmless($0))' here" }
                    ?? "the name does not say which format to write")
        }
        let watch = ContextWatch(interrupt: interrupt)
        do {
            return try FFmpegLog.explaining { () throws(FFmpegError) in
                let muxer = try make(target, container: container, options: options, watch: watch)
                try muxer.connect(target)
                return muxer
            }
        } catch {
            watch.retire()
            throw watch.error(error.code, error.operation, detail: error.detail)
        }
    }

    private static func make(
        _ target: OutputTarget, container: OutputContainer, options: OutputOptions, watch: ContextWatch
    ) throws(FFmpegError) -> Muxer {
        var io: DescriptorIO?
        let name: [CChar]
        switch target {
        case .file(let path):
            name = try InputAddress.fileName(path)
            if let pipe = try NamedPipe.open(path, writes: true, watch: watch) {
                io = try DescriptorIO.open(pipe, writes: true, watch: watch)
            }
        case .url(let url):
            guard !url.utf8.contains(0), InputAddress.scheme(url) != nil else {
                throw FFmpegError(
                    code: SMF_ERROR_NO_PROTOCOL, operation: "open output",
                    detail: "not an address: \(Redaction.redact(url))")
            }
            name = Array(url.utf8CString)
        case .descriptor(let descriptor):
            io = try DescriptorIO.open(descriptor, writes: true, watch: watch)
            name = [0]
        }
        var context: UnsafeMutablePointer<AVFormatContext>?
        let result = name.withUnsafeBufferPointer {
            avformat_alloc_output_context2(&context, container.native, nil, $0.baseAddress)
        }
        try check(result, "open output")
        guard let context, let working = av_packet_alloc() else {
            avformat_free_context(context)
            throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: "allocate output")
        }
        context.pointee.interrupt_callback = watch.interruptCallback
        return Muxer(context, working, container: container, options: options, io: io, watch: watch)
    }

    private func connect(_ target: OutputTarget) throws(FFmpegError) {
        if let io {
            context.pointee.pb = io.context
            context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
            return
        }
        guard !container.opensItself else { return }
        var settings = OptionDictionary(given)
        if let timeout = options.timeout { settings["rw_timeout"] = String(timeout.microseconds) }
        let result = settings.withPointer { settings in
            avio_open2(
                &context.pointee.pb, context.pointee.url, AVIO_FLAG_WRITE, &context.pointee.interrupt_callback,
                settings)
        }
        try check(result, "open output")
        let left = settings.keys
        given = given.filter { left.contains($0.0) }
    }

    /// Whether what was written can be gone back to.
    package var isSeekable: Bool {
        guard let io = context.pointee.pb else { return false }
        return io.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    }

    /// Whether encoders must leave parameter sets to the header.
    package var wantsGlobalHeader: Bool { container.wantsGlobalHeader }

    /// Adds a stream, before the header is written.
    ///
    /// - Returns: its index in this output.
    package func addStream(_ description: OutputStream) throws(FFmpegError) -> Int {
        precondition(stage == .collecting, "streams are added before the header")
        let stream = try require(avformat_new_stream(context, nil), "add stream")
        let source = description.parameters.parameters
        try check(avcodec_parameters_copy(stream.pointee.codecpar, source), "add stream")
        smf_parameters_drop_side_data(stream.pointee.codecpar)
        // Another container's tag for the codec would be written as it is.
        stream.pointee.codecpar.pointee.codec_tag = 0
        // 5.1 still calls the standard way of keeping these in MP4 an experiment, which writes the same bytes.
        if description.parameters.codecID == .flac {
            context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        }
        stream.pointee.time_base = description.timeBase.native
        stream.pointee.disposition = description.disposition.rawValue
        if let rate = VideoEncoder.plausible(description.frameRate) { stream.pointee.avg_frame_rate = rate.native }
        if let ratio = description.sampleAspectRatio, ratio.isValid {
            stream.pointee.codecpar.pointee.sample_aspect_ratio = ratio.native
        }
        if source.pointee.codec_type == AVMEDIA_TYPE_VIDEO {
            stream.pointee.sample_aspect_ratio = stream.pointee.codecpar.pointee.sample_aspect_ratio
        }
        for (key, value) in description.metadata { av_dict_set(&stream.pointee.metadata, key, value, 0) }
        try addSideData(of: description, to: stream)
        return Int(stream.pointee.index)
    }

    private func addSideData(
        of description: OutputStream, to stream: UnsafeMutablePointer<AVStream>
    ) throws(FFmpegError) {
        for entry in description.parameters.sideData where entry.kind != AV_PKT_DATA_DISPLAYMATRIX.rawValue {
            try attach(entry.bytes, kind: AVPacketSideDataType(rawValue: entry.kind), to: stream)
        }
        guard description.orientation != .upright, container.holdsRotation else { return }
        let matrix = DisplayMatrix.matrix(
            description.orientation, width: Int(stream.pointee.codecpar.pointee.width),
            height: Int(stream.pointee.codecpar.pointee.height))
        try attach(matrix.withUnsafeBytes { [UInt8]($0) }, kind: AV_PKT_DATA_DISPLAYMATRIX, to: stream)
    }

    private func attach(
        _ bytes: [UInt8], kind: AVPacketSideDataType, to stream: UnsafeMutablePointer<AVStream>
    ) throws(FFmpegError) {
        let room = try require(smf_stream_new_side_data(stream, kind, bytes.count), "add stream")
        bytes.withUnsafeBufferPointer { if let base = $0.baseAddress { room.update(from: base, count: bytes.count) } }
    }

    /// Sets what describes the whole output, before the header is written.
    package func setMetadata(_ metadata: [String: String]) {
        for (key, value) in metadata { av_dict_set(&context.pointee.metadata, key, value, 0) }
    }

    /// Sets the chapters, before the header is written.
    package func setChapters(_ chapters: [Chapter]) throws(FFmpegError) {
        try ChapterList.set(chapters, in: context)
    }

    /// Writes the header; from here on no stream can be added. Blocks; the interrupt ends it.
    package func writeHeader() throws(FFmpegError) {
        guard stage == .collecting else { return }
        var settings = OptionDictionary(container.settings(isLive: options.isLive, isSeekable: isSeekable))
        for (key, value) in given {
            // Flags add to ours; "+x" does, "x" replaces.
            settings[key] = value.hasPrefix("+") ? (settings[key] ?? "") + value : value
        }
        if container.name == "rtsp" {
            settings["rtsp_transport"] = settings["rtsp_transport"] ?? options.rtspTransport.rawValue
        }
        if options.isLive { context.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS }
        context.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_AUTO
        context.pointee.max_interleave_delta = 0
        do {
            try FFmpegLog.explaining { () throws(FFmpegError) in
                let result = settings.withPointer { avformat_write_header(context, $0) }
                try check(result, "write header")
            }
        } catch {
            failed = true
            stage = .finished
            throw watch.error(io?.failure ?? error.code, error.operation, detail: error.detail)
        }
        stage = .writing
        flushesEachPacket = options.isLive && !container.opensItself
        do {
            try settings.requireTaken(given, "write header", by: "the output")
        } catch {
            failed = true
            throw error
        }
        if options.isLive, let io = context.pointee.pb { avio_flush(io) }
    }

    /// The unit in which a stream's times are stored; settled by `writeHeader`.
    package func timeBase(of stream: Int) -> Rational {
        guard let stream = native(stream) else { return Rational(0, 1) }
        return Rational(stream.pointee.time_base)
    }

    private func native(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
        guard index >= 0, index < Int(context.pointee.nb_streams) else { return nil }
        return context.pointee.streams[index]
    }

    /// Writes a packet, with its times brought to the stream's unit. Blocks; the interrupt ends it.
    package func write(_ packet: SharedPacket, stream index: Int) throws(FFmpegError) {
        guard stage == .writing, let stream = native(index) else {
            throw FFmpegError(code: SMF_ERROR_INVALID_ARGUMENT, operation: "write packet")
        }
        try check(av_packet_ref(working, packet.packet), "write packet")
        let target = Rational(stream.pointee.time_base)
        func rescaled(_ ticks: Int64?) -> Int64? {
            ticks.flatMap { Ticks.rescale($0, from: packet.timeBase, to: target) }
        }
        working.pointee.pts = Ticks.native(rescaled(packet.pts))
        working.pointee.dts = Ticks.native(rescaled(packet.dts))
        working.pointee.duration = rescaled(packet.duration) ?? 0
        working.pointee.time_base = target.native
        working.pointee.stream_index = Int32(clamping: index)
        working.pointee.pos = -1
        let result = av_write_frame(context, working)
        av_packet_unref(working)
        try examine(result, "write packet")
        if flushesEachPacket { try flush() }
    }

    /// Sends on what is buffered.
    package func flush() throws(FFmpegError) {
        guard stage == .writing else { return }
        try examine(av_write_frame(context, nil), "flush output")
        if let io = context.pointee.pb { avio_flush(io) }
        try examine(0, "flush output")
    }

    /// FFmpeg keeps some failures of writing to itself.
    private func examine(_ result: Int32, _ operation: StaticString) throws(FFmpegError) {
        let hidden = io?.failure ?? smf_io_error(context.pointee.pb)
        guard result < 0 || hidden < 0 else { return }
        failed = true
        throw watch.error(hidden < 0 ? hidden : result, operation, detail: result < 0 ? watch.lastMessage : nil)
    }

    /// Writes the trailer and closes the output. Repeated calls do nothing.
    package func finish() throws(FFmpegError) {
        guard stage == .writing else {
            stage = .finished
            return
        }
        stage = .finished
        let result = av_write_trailer(context)
        let hidden = io?.failure ?? smf_io_error(context.pointee.pb)
        var closing: Int32 = 0
        if io == nil, !container.opensItself { closing = avio_closep(&context.pointee.pb) }
        let code = hidden < 0 ? hidden : result < 0 ? result : closing
        if code < 0 { throw watch.error(code, "finish output", detail: watch.lastMessage) }
    }
}
