import CFFmpeg
import Glibc
package import SafeMediaFrames

/// An opened input. One thread uses it; `Interrupt` may be used from any.
package final class Demuxer {
    // Freed in reverse: the format context reads through `io` and calls `watch` back until it is closed.
    private let watch: ContextWatch
    private let io: DescriptorIO?
    /// Nil after `close()`.
    private var context: UnsafeMutablePointer<AVFormatContext>?
    /// The one packet read into, blank between calls.
    private let working: UnsafeMutablePointer<AVPacket>
    private var known: [StreamInfo] = []
    private var selected: Set<Int>?
    /// A packet was read.
    private var hasRead = false

    private init(
        context: UnsafeMutablePointer<AVFormatContext>, working: UnsafeMutablePointer<AVPacket>, io: DescriptorIO?,
        watch: ContextWatch
    ) {
        self.context = context
        self.working = working
        self.io = io
        self.watch = watch
        HandleCounter.opened()
    }

    deinit { close(); freeWorking() }

    private func freeWorking() {
        var packet: UnsafeMutablePointer<AVPacket>? = working
        av_packet_free(&packet)
    }

    /// Opens an input and looks at its streams. Blocks; `interrupt` ends it.
    package static func open(
        _ source: InputSource, options: InputOptions = InputOptions(), interrupt: Interrupt
    ) throws(FFmpegError) -> Demuxer {
        let watch = ContextWatch(interrupt: interrupt)
        do {
            return try FFmpegLog.explaining { () throws(FFmpegError) in
                try InputOpening(source: source, options: options, watch: watch).run()
            }
        } catch {
            watch.retire()
            throw watch.error(error.code, error.operation, detail: error.detail)
        }
    }

    /// Takes over an opened context.
    static func adopt(
        _ context: UnsafeMutablePointer<AVFormatContext>, io: DescriptorIO?, watch: ContextWatch
    ) throws(FFmpegError) -> Demuxer {
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        guard let working = av_packet_alloc() else {
            avformat_close_input(&opened)
            throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: "allocate packet")
        }
        return Demuxer(context: context, working: working, io: io, watch: watch)
    }

    /// Reads packets until the streams are known well enough.
    func findStreams() throws(FFmpegError) {
        if hasPassedData { throw Self.indexLast("look at the streams") }
        try check(avformat_find_stream_info(context, nil), "look at the streams")
        try refreshStreams()
    }

    /// The streams as known now; more may appear while reading, see `read(into:)`.
    package var streams: [StreamInfo] { known }

    /// Reads all streams' descriptions anew, for what became known since.
    package func refreshStreams() throws(FFmpegError) {
        guard let context else { return }
        var streams: [StreamInfo] = []
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index] else { continue }
            streams.append(try StreamInfo(reading: stream))
        }
        known = streams
        applySelection()
    }

    /// FFmpeg's name of the format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    package var formatName: String {
        context?.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? "unknown"
    }

    package var metadata: [String: String] { OptionDictionary.contents(of: context?.pointee.metadata) }

    package var chapters: [Chapter] {
        guard let context, let list = context.pointee.chapters else { return [] }
        return (0..<Int(context.pointee.nb_chapters)).compactMap { list[$0].flatMap { Chapter($0.pointee) } }
    }

    /// When the earliest stream starts; nil where it is not known.
    package var startTime: StreamTime? {
        context.flatMap { Ticks.optional($0.pointee.start_time) }
            .flatMap { StreamTime(ticks: $0, timeBase: Self.globalTimeBase) }
    }

    /// As declared or guessed; nil where it is not known.
    package var duration: StreamTime? {
        context.flatMap { Ticks.optional($0.pointee.duration) }
            .flatMap { $0 > 0 ? StreamTime(ticks: $0, timeBase: Self.globalTimeBase) : nil }
    }

    /// Bits a second of the whole input; nil where it is not known.
    package var bitRate: Int64? { context.flatMap { $0.pointee.bit_rate > 0 ? $0.pointee.bit_rate : nil } }

    private static let globalTimeBase = Rational(1, 1_000_000)

    /// The moving picture a player would choose; covers and thumbnails are not considered.
    package var bestVideoStream: StreamInfo? {
        let candidates = known.filter { $0.kind == .video && !$0.isStill }
        if candidates.count <= 1 { return candidates.first }
        let best = Int(av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0))
        return candidates.first { $0.index == best } ?? candidates.first
    }

    /// Whether the input can be read again from elsewhere.
    package var isSeekable: Bool {
        guard let io = context?.pointee.pb else { return false }
        return io.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    }

    /// Reads only these streams from now on; the others' packets are thrown away early.
    package func select(_ indices: Set<Int>) {
        selected = indices
        applySelection()
    }

    private func applySelection() {
        guard let selected, let context else { return }
        for index in 0..<Int(context.pointee.nb_streams) {
            context.pointee.streams[index]?.pointee.discard =
                selected.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Reads the next packet, in the input's order. Blocks; the interrupt ends it.
    ///
    /// `packet` is set only when the answer is `.item`. When a stream index appears that `streams` did not have,
    /// `streams` has it now.
    ///
    /// - Returns: `.needsInput` where a live source has nothing just now.
    package func read(into packet: inout SharedPacket?) throws(FFmpegError) -> Pull {
        guard let context else {
            throw FFmpegError(code: SMF_ERROR_INVALID_ARGUMENT, operation: "read closed input")
        }
        while true {
            let result = av_read_frame(context, working)
            if result == SMF_ERROR_AGAIN, watch.interrupt?.cause == nil { return .needsInput }
            guard result >= 0 else { return try ended(result) }
            if Int(context.pointee.nb_streams) != known.count { try refreshStreams() }
            let index = Int(working.pointee.stream_index)
            // What was read while looking at the streams is handed out, wanted or not.
            if let selected, !selected.contains(index) {
                av_packet_unref(working)
                continue
            }
            let timeBase = known.indices.contains(index) ? known[index].timeBase : Rational(0, 1)
            packet = try SharedPacket.take(from: working, timeBase: timeBase)
            hasRead = true
            return .item
        }
    }

    /// A QuickTime file's index named data that had gone by when it was found. To be asked before packets are read.
    private var hasPassedData: Bool {
        guard let context, let io = context.pointee.pb, !isSeekable, formatName.hasPrefix("mov") else { return false }
        let position = avio_seek(io, 0, SEEK_CUR)
        return (0..<Int(context.pointee.nb_streams)).contains { index in
            guard let first = avformat_index_get_entry(context.pointee.streams[index], 0) else { return false }
            return first.pointee.pos < position
        }
    }

    /// QuickTime files may have their index behind the data. Read through a pipe, that is found when the data has gone by.
    private var hasIndexLast: Bool {
        !hasRead && !isSeekable && formatName.hasPrefix("mov")
            && watch.lastMessage?.contains("partial file") == true
    }

    private static func indexLast(_ operation: StaticString) -> FFmpegError {
        FFmpegError(
            code: SMF_ERROR_NOT_SEEKABLE, operation: operation,
            detail: "the file's index comes last: give the file itself, not a pipe, or one written for streaming")
    }

    /// Tells an end from a failure that looks like one.
    private func ended(_ result: Int32) throws(FFmpegError) -> Pull {
        if watch.interrupt?.cause != nil || result == SMF_ERROR_EXIT { throw watch.error(result, "read input") }
        if hasIndexLast { throw Self.indexLast("read input") }
        let failure = io?.failure ?? smf_io_error(context?.pointee.pb)
        guard result == SMF_ERROR_END else {
            throw watch.error(
                failure < 0 && failure != SMF_ERROR_END ? failure : result, "read input",
                detail: watch.lastMessage)
        }
        if failure < 0, failure != SMF_ERROR_END {
            throw watch.error(failure, "read input", detail: watch.lastMessage)
        }
        return .endOfStream
    }

    /// How many messages since the last call spoke of packets lost or damaged on the way.
    package func takeDamage() -> Int { watch.takeDamage() }

    /// Gives the input back. A network input may say goodbye: let the interrupt's deadline bound that.
    package func close() {
        guard context != nil else { return }
        avformat_close_input(&context)
        io?.close()
        watch.retire()
        HandleCounter.closed()
    }
}
