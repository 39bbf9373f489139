import CFFmpeg

extension FrameStorage {
    /// Room for sound; its samples are not set.
    static func allocate(_ format: AudioFormat, sampleCount: Int) throws(FFmpegError) -> FrameStorage {
        let storage = try make()
        guard let count = Int32(exactly: sampleCount), count > 0, let rate = Int32(exactly: format.sampleRate) else {
            throw FFmpegError(code: SMF_ERROR_INVALID_ARGUMENT, operation: "allocate sound")
        }
        storage.frame.pointee.nb_samples = count
        storage.frame.pointee.sample_rate = rate
        storage.frame.pointee.format = format.native.rawValue
        try ChannelLayout.with(format) { layout throws(FFmpegError) in
            _ = try check(av_channel_layout_copy(&storage.frame.pointee.ch_layout, layout), "allocate sound")
        }
        try check(av_frame_get_buffer(storage.frame, 0), "allocate sound")
        return storage
    }

    /// Room for as much sound as another frame holds, of exactly its kind.
    static func allocate(like other: FrameStorage) throws(FFmpegError) -> FrameStorage {
        let storage = try make()
        let source = other.frame
        storage.frame.pointee.nb_samples = source.pointee.nb_samples
        storage.frame.pointee.sample_rate = source.pointee.sample_rate
        storage.frame.pointee.format = source.pointee.format
        try check(
            av_channel_layout_copy(&storage.frame.pointee.ch_layout, &source.pointee.ch_layout), "allocate sound")
        try check(av_frame_get_buffer(storage.frame, 0), "allocate sound")
        return storage
    }

    func silence(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        av_samples_set_silence(
            frame.pointee.extended_data, Int32(range.lowerBound), Int32(range.count),
            frame.pointee.ch_layout.nb_channels, AVSampleFormat(rawValue: frame.pointee.format))
    }

    func audioPlane(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
        let isPlanar = av_sample_fmt_is_planar(AVSampleFormat(rawValue: frame.pointee.format)) != 0
        let planes = isPlanar ? Int(frame.pointee.ch_layout.nb_channels) : 1
        guard index >= 0, index < planes, let list = frame.pointee.extended_data else { return nil }
        return list[index]
    }

    /// Half a step of 16 bits is what rounding to that makes zero of.
    var isSilent: Bool {
        let sampleFormat = AVSampleFormat(rawValue: frame.pointee.format)
        let isPlanar = av_sample_fmt_is_planar(sampleFormat) != 0
        let channels = Int(frame.pointee.ch_layout.nb_channels)
        let count = Int(frame.pointee.nb_samples) * (isPlanar ? 1 : channels)
        for plane in 0..<(isPlanar ? channels : 1) {
            guard let base = audioPlane(plane) else { return false }
            if !Self.isSilent(UnsafeRawPointer(base), count: count, av_get_packed_sample_fmt(sampleFormat)) {
                return false
            }
        }
        return true
    }

    private static func isSilent(_ base: UnsafeRawPointer, count: Int, _ format: AVSampleFormat) -> Bool {
        let limit = 0.5 / 32768
        func all<Value>(_ type: Value.Type, _ isQuiet: (Value) -> Bool) -> Bool {
            UnsafeBufferPointer(start: base.assumingMemoryBound(to: type), count: count).allSatisfy(isQuiet)
        }
        switch format {
        case AV_SAMPLE_FMT_U8: return all(UInt8.self) { $0 == 0x80 }
        case AV_SAMPLE_FMT_S16: return all(Int16.self) { $0 == 0 }
        case AV_SAMPLE_FMT_S32: return all(Int32.self) { $0.magnitude <= 1 << 15 }
        case AV_SAMPLE_FMT_S64: return all(Int64.self) { $0.magnitude <= 1 << 47 }
        case AV_SAMPLE_FMT_FLT: return all(Float.self) { abs(Double($0)) <= limit }
        case AV_SAMPLE_FMT_DBL: return all(Double.self) { abs($0) <= limit }
        default: return false
        }
    }
}
