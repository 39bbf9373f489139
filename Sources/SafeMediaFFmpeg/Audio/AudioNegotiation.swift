import CFFmpeg

/// Brings a wish for a sound format to what an encoder takes.
enum AudioNegotiation {
    static func format(for codec: UnsafePointer<AVCodec>, like wish: AudioFormat) -> AudioFormat {
        var format = wish
        // Containers often state no more than a number of channels; encoders want them named.
        ChannelLayout.with(wish) { layout in
            format.layout = ChannelLayout.describe(layout.pointee)
            format.channels = Int(layout.pointee.nb_channels)
        }
        let rates = list {
            smf_encoder_sample_rate(codec, $0)
        } isEnd: {
            $0 == 0
        }.map(Int.init)
        if !rates.isEmpty, !rates.contains(wish.sampleRate) {
            // The next higher rate keeps all that was heard.
            format.sampleRate =
                rates.filter { $0 > wish.sampleRate }.min() ?? rates.max() ?? wish.sampleRate
        }
        let formats = list {
            smf_encoder_sample_format(codec, $0)
        } isEnd: {
            $0 == AV_SAMPLE_FMT_NONE
        }
        if let best = formats.min(by: { distance($0, wish.native) < distance($1, wish.native) }) {
            format.sampleFormat = av_get_sample_fmt_name(best).map { String(cString: $0) }
        } else if wish.sampleFormat == nil {
            format.sampleFormat = "s16"
        }
        let layouts = layouts(of: codec)
        if !layouts.isEmpty, !layouts.contains(where: { $0.name == format.layout }) {
            // As many channels, else the most of those that are fewer, else the fewest.
            let fewer = layouts.filter { $0.channels <= wish.channels }.max { $0.channels < $1.channels }
            if let chosen = layouts.first(where: { $0.channels == wish.channels }) ?? fewer ?? layouts.first {
                format.layout = chosen.name
                format.channels = chosen.channels
            }
        }
        return format
    }

    private static func list<Value>(_ entry: (Int32) -> Value, isEnd: (Value) -> Bool) -> [Value] {
        var result: [Value] = []
        while true {
            let value = entry(Int32(result.count))
            if isEnd(value) { return result }
            result.append(value)
        }
    }

    private static func layouts(of codec: UnsafePointer<AVCodec>) -> [(name: String, channels: Int)] {
        var result: [(name: String, channels: Int)] = []
        while let layout = smf_encoder_channel_layout(codec, Int32(result.count)) {
            result.append((ChannelLayout.describe(layout.pointee), Int(layout.pointee.nb_channels)))
        }
        return result
    }

    /// Fewer bytes lose most, more bytes waste a little, planes are a matter of order.
    private static func distance(_ candidate: AVSampleFormat, _ wish: AVSampleFormat) -> Int {
        let lost = Int(av_get_bytes_per_sample(wish)) - Int(av_get_bytes_per_sample(candidate))
        let isSame = av_get_packed_sample_fmt(candidate) == av_get_packed_sample_fmt(wish)
        let planes = av_sample_fmt_is_planar(candidate) == av_sample_fmt_is_planar(wish) ? 0 : 1
        return (lost > 0 ? lost * 100 : -lost * 10) + (isSame ? 0 : 5) + planes
    }
}
