import CFFmpeg

/// One swresample context, from one sound format to another.
final class SampleConverter {
    private let context: OpaquePointer
    let source: AudioFormat
    let target: AudioFormat

    private init(_ context: OpaquePointer, _ source: AudioFormat, _ target: AudioFormat) {
        self.context = context
        self.source = source
        self.target = target
        HandleCounter.opened()
    }

    deinit {
        var context: OpaquePointer? = context
        swr_free(&context)
        HandleCounter.closed()
    }

    static func make(from source: AudioFormat, to target: AudioFormat) throws(FFmpegError) -> SampleConverter {
        var context: OpaquePointer?
        let result = ChannelLayout.with(source) { input in
            ChannelLayout.with(target) { output in
                swr_alloc_set_opts2(
                    &context, UnsafeMutablePointer(mutating: output), target.native, Int32(clamping: target.sampleRate),
                    UnsafeMutablePointer(mutating: input), source.native, Int32(clamping: source.sampleRate), 0, nil)
            }
        }
        guard result >= 0, let context else { throw FFmpegError(code: result, operation: "set up resampling") }
        let converter = SampleConverter(context, source, target)
        try FFmpegLog.explaining { () throws(FFmpegError) in try check(swr_init(context), "set up resampling") }
        return converter
    }

    /// Samples held back, at a rate.
    func delay(in rate: Int) -> Int64 { max(0, swr_get_delay(context, Int64(rate))) }

    /// Nil where everything was held back.
    func convert(_ frame: SharedAudioFrame) throws(FFmpegError) -> FrameStorage? {
        let planes = UnsafePointer<UnsafeMutablePointer<UInt8>?>(frame.storage.frame.pointee.extended_data)
        return try run(planes, count: frame.sampleCount)
    }

    /// What was held back; nil where that was nothing.
    func drain() throws(FFmpegError) -> FrameStorage? {
        try run(nil, count: 0)
    }

    private func run(
        _ planes: UnsafePointer<UnsafeMutablePointer<UInt8>?>?, count: Int
    ) throws(FFmpegError) -> FrameStorage? {
        let room = try check(swr_get_out_samples(context, Int32(clamping: count)), "resample audio")
        guard room > 0 else { return nil }
        let storage = try FrameStorage.allocate(target, sampleCount: Int(room))
        let input = planes.map {
            UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        }
        let made = try check(
            swr_convert(context, storage.frame.pointee.extended_data, room, input, Int32(clamping: count)),
            "resample audio")
        storage.frame.pointee.nb_samples = made
        return made > 0 ? storage : nil
    }
}
