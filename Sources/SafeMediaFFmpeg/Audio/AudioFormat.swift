import CFFmpeg

/// What samples of sound are.
package struct AudioFormat: Sendable, Hashable {
    /// Samples a second.
    package var sampleRate: Int
    package var channels: Int
    /// FFmpeg's words, such as `stereo` or `5.1(side)`.
    package var layout: String
    /// FFmpeg's name, such as `fltp`; nil where it is not known.
    package var sampleFormat: String?

    package init(sampleRate: Int, channels: Int, layout: String, sampleFormat: String?) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.layout = layout
        self.sampleFormat = sampleFormat
    }

    init(_ parameters: AVCodecParameters) {
        self.init(
            sampleRate: Int(parameters.sample_rate), channels: Int(parameters.ch_layout.nb_channels),
            layout: ChannelLayout.describe(parameters.ch_layout),
            sampleFormat: Self.name(AVSampleFormat(rawValue: parameters.format)))
    }

    init(_ frame: AVFrame) {
        self.init(
            sampleRate: Int(frame.sample_rate), channels: Int(frame.ch_layout.nb_channels),
            layout: ChannelLayout.describe(frame.ch_layout),
            sampleFormat: Self.name(AVSampleFormat(rawValue: frame.format)))
    }

    private static func name(_ format: AVSampleFormat) -> String? {
        av_get_sample_fmt_name(format).map { String(cString: $0) }
    }

    var native: AVSampleFormat { sampleFormat.map { av_get_sample_fmt($0) } ?? AV_SAMPLE_FMT_NONE }

    /// Whether each channel has a plane of its own.
    package var isPlanar: Bool { av_sample_fmt_is_planar(native) != 0 }
    package var bytesPerSample: Int { Int(av_get_bytes_per_sample(native)) }
}

/// FFmpeg's channel layouts, which own memory when they are custom.
enum ChannelLayout {
    static func describe(_ layout: AVChannelLayout) -> String {
        withUnsafePointer(to: layout) { layout in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
                guard let base = buffer.baseAddress,
                    av_channel_layout_describe(layout, base, buffer.count) > 0
                else { return "unknown" }
                return String(cString: base)
            }
        }
    }

    /// Lends the layout of FFmpeg's words; where those say nothing, the usual one of so many channels.
    static func with<Result, Failure: Error>(
        _ format: AudioFormat, _ body: (UnsafePointer<AVChannelLayout>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var layout = AVChannelLayout()
        if av_channel_layout_from_string(&layout, format.layout) < 0 || layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_uninit(&layout)
            av_channel_layout_default(&layout, Int32(clamping: max(1, min(format.channels, 64))))
        }
        defer { av_channel_layout_uninit(&layout) }
        return try body(&layout)
    }
}
