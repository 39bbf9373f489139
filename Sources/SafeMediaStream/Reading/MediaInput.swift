import SafeMediaFFmpeg
import SafeMediaFrames

/// The opened input: its streams, and the decoder of the video that is analysed.
struct MediaInput {
    let demuxer: Demuxer
    let decoder: VideoDecoder
    let video: StreamInfo
    /// A copy of standard input on disk, where it was asked for; deleted with this.
    let spool: SpooledInput?

    /// What the input's first bytes may say about its streams.
    private static let liveProbe = Duration.seconds(2)

    /// Opens an input and its decoder. Blocks; the interrupt ends it.
    static func open(
        _ source: InputSource, configuration: StreamConfiguration, isLive: Bool, interrupt: Interrupt
    ) throws(StreamError) -> MediaInput {
        var source = source
        var spool: SpooledInput?
        if case .descriptor(let descriptor) = source, configuration.spoolsInput {
            let copy = try SpooledInput.copying(descriptor)
            spool = copy
            source = .descriptor(copy.descriptor)
        }
        interrupt.arm(after: .nanoseconds(configuration.timeout.nanoseconds))
        do {
            let demuxer = try Demuxer.open(
                source, options: options(configuration, isLive: isLive), interrupt: interrupt)
            guard let video = demuxer.bestVideoStream else {
                throw StreamError(
                    .noVideo, "the input has no video; there is nothing to look at, so nothing is passed on")
            }
            let decoder = try VideoDecoder.make(for: video, options: decoderOptions(isLive: isLive))
            return MediaInput(demuxer: demuxer, decoder: decoder, video: video, spool: spool)
        } catch let error as StreamError {
            throw error
        } catch let error as FFmpegError {
            throw StreamError(opening: error, from: source)
        } catch {
            throw StreamError(.input, "the input cannot be opened: \(error)", underlying: error)
        }
    }

    private static func options(_ configuration: StreamConfiguration, isLive: Bool) -> InputOptions {
        var options = InputOptions()
        options.rtspTransport = configuration.prefersUDP ? .udp : .tcp
        options.timeout = .nanoseconds(configuration.timeout.nanoseconds)
        options.isLive = isLive
        if isLive { options.analyzeDuration = liveProbe }
        return options
    }

    private static func decoderOptions(isLive: Bool) -> VideoDecoderOptions {
        var options = VideoDecoderOptions()
        // Threads that decode whole frames each add a frame of delay.
        options.threading = isLive ? .slices : .frames
        return options
    }
}
