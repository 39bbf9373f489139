import CFFmpeg

/// The steps from an address to an opened demuxer.
struct InputOpening {
    let source: InputSource
    let options: InputOptions
    let watch: ContextWatch

    func run() throws(FFmpegError) -> Demuxer {
        let format = try inputFormat()
        var settings = OptionDictionary(options.options)
        settings["probesize"] = options.probeSize.map { String(max(32, $0)) } ?? settings["probesize"]
        settings["analyzeduration"] =
            options.analyzeDuration.map { String($0.microseconds) } ?? settings["analyzeduration"]
        switch source {
        case .file(let path):
            settings["format_whitelist"] = InputAddress.singleFileFormats
            settings["protocol_whitelist"] = "file"
            let name = try InputAddress.fileName(path)
            if let pipe = try NamedPipe.open(path, writes: false, watch: watch) {
                let io = try DescriptorIO.open(pipe, writes: false, watch: watch)
                return try open(name: [0], format, &settings, io: io)
            }
            return try open(name: name, format, &settings, io: nil)
        case .url(let url):
            try prepare(&settings, for: url)
            return try open(name: Array(url.utf8CString), format, &settings, io: nil)
        case .descriptor(let descriptor):
            settings["format_whitelist"] = InputAddress.singleFileFormats
            settings["protocol_whitelist"] = "file"
            let io = try DescriptorIO.open(descriptor, writes: false, watch: watch)
            return try open(name: [0], format, &settings, io: io)
        }
    }

    private func inputFormat() throws(FFmpegError) -> UnsafePointer<AVInputFormat>? {
        guard let name = options.format else { return nil }
        if let format = av_find_input_format(name) { return format }
        throw FFmpegError(
            code: SMF_ERROR_NO_DEMUXER, operation: "open input",
            detail: Redaction.harmless("FFmpeg reads no format '\(name)' here"))
    }

    private func prepare(_ settings: inout OptionDictionary, for url: String) throws(FFmpegError) {
        guard !url.utf8.contains(0), let scheme = InputAddress.scheme(url),
            let protocols = InputAddress.protocols(scheme)
        else {
            throw FFmpegError(
                code: SMF_ERROR_NO_PROTOCOL, operation: "open input",
                detail: "not an address this reads: \(Redaction.redact(url))")
        }
        settings["protocol_whitelist"] = protocols
        if scheme == "rtsp" || scheme == "rtsps" {
            settings["rtsp_transport"] = settings["rtsp_transport"] ?? options.rtspTransport.rawValue
            if let timeout = options.timeout { settings["timeout"] = String(timeout.microseconds) }
        } else if let timeout = options.timeout, InputAddress.isNetworkWithReadTimeout(scheme) {
            settings["rw_timeout"] = String(timeout.microseconds)
        }
    }

    private func open(
        name: [CChar], _ format: UnsafePointer<AVInputFormat>?, _ settings: inout OptionDictionary, io: DescriptorIO?
    ) throws(FFmpegError) -> Demuxer {
        var context: UnsafeMutablePointer<AVFormatContext>? = avformat_alloc_context()
        guard let fresh = context else {
            throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: "allocate input")
        }
        fresh.pointee.interrupt_callback = watch.interruptCallback
        if let io {
            fresh.pointee.pb = io.context
            fresh.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        }
        // A failed open frees the context by itself.
        let result = settings.withPointer { options in
            name.withUnsafeBufferPointer { avformat_open_input(&context, $0.baseAddress, format, options) }
        }
        guard result >= 0, let opened = context else { throw failure(result) }
        let demuxer = try Demuxer.adopt(opened, io: io, watch: watch)
        do {
            try settings.requireTaken(options.options, "open input", by: "the input")
            try demuxer.findStreams()
        } catch {
            // The caller makes the error's text from the watch, so close only the context here.
            demuxer.close()
            throw error
        }
        return demuxer
    }

    /// A file that FFmpeg knows for a list of other files says so in one clear line.
    private func failure(_ code: Int32) -> FFmpegError {
        if let message = watch.lastMessage, message.contains("not on whitelist") {
            return FFmpegError(
                code: SMF_ERROR_INVALID_DATA, operation: "open input",
                detail: "this is a playlist or a pointer to other files, not media, and is not followed")
        }
        return FFmpegError(code: code, operation: "open input")
    }
}

extension Duration {
    /// Whole microseconds, held to what FFmpeg's options take.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max / 2 : max(0, min(whole, .max / 2) + attoseconds / 1_000_000_000_000)
    }
}
