import CFFmpeg
package import SafeMediaFrames

/// Decoded sound, never written again.
package final class SharedAudioFrame: Sendable {
    /// Never written after `init`.
    let storage: FrameStorage
    package let format: AudioFormat
    /// The unit of `pts`.
    package let timeBase: Rational
    /// Presentation time of the first sample, in `timeBase`.
    package let pts: Int64?

    /// Samples of each channel.
    package var sampleCount: Int { Int(max(0, storage.frame.pointee.nb_samples)) }
    /// What was given to `AudioDecoder.send` with the packet that this came from.
    package var tag: Int64? {
        let tag = smf_frame_tag(storage.frame)
        return tag >= 0 ? tag : nil
    }
    /// The decoder knows this to be damaged.
    package var isCorrupt: Bool {
        storage.frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || storage.frame.pointee.decode_error_flags != 0
    }
    /// Length by the samples; nil where the rate makes no sense.
    package var length: StreamTime? {
        StreamTime(ticks: Int64(sampleCount), timeBase: Rational(1, Int32(clamping: format.sampleRate)))
    }

    init(_ storage: FrameStorage, timeBase: Rational) throws(FFmpegError) {
        let frame = storage.frame.pointee
        let format = AudioFormat(frame)
        guard format.sampleFormat != nil, format.sampleRate > 0, format.channels > 0 else {
            throw FFmpegError(code: SMF_ERROR_INVALID_DATA, operation: "read sound", detail: "unknown sample format")
        }
        self.storage = storage
        self.format = format
        self.timeBase = timeBase
        pts = Ticks.optional(frame.best_effort_timestamp) ?? Ticks.optional(frame.pts)
    }

    /// Silence of the given format.
    package static func silence(
        _ format: AudioFormat, sampleCount: Int, pts: Int64?, timeBase: Rational
    ) throws(FFmpegError) -> SharedAudioFrame {
        let storage = try FrameStorage.allocate(format, sampleCount: sampleCount)
        storage.silence(0..<sampleCount)
        storage.frame.pointee.pts = Ticks.native(pts)
        storage.frame.pointee.best_effort_timestamp = Ticks.native(pts)
        return try SharedAudioFrame(storage, timeBase: timeBase)
    }

    /// A copy in which the samples of `range` are silent; what lies outside the frame is ignored.
    package func silenced(_ range: Range<Int>) throws(FFmpegError) -> SharedAudioFrame {
        let copy = try FrameStorage.allocate(like: storage)
        try check(av_frame_copy(copy.frame, storage.frame), "copy sound")
        copy.frame.pointee.pts = Ticks.native(pts)
        copy.frame.pointee.best_effort_timestamp = Ticks.native(pts)
        copy.silence(range.clamped(to: 0..<sampleCount))
        return try SharedAudioFrame(copy, timeBase: timeBase)
    }

    /// The same samples at another time.
    package func with(pts: Int64?, timeBase: Rational) throws(FFmpegError) -> SharedAudioFrame {
        let copy = try FrameStorage.make()
        try check(av_frame_ref(copy.frame, storage.frame), "copy sound")
        copy.frame.pointee.pts = Ticks.native(pts)
        copy.frame.pointee.best_effort_timestamp = Ticks.native(pts)
        return try SharedAudioFrame(copy, timeBase: timeBase)
    }

    /// Whether every sample is silent, but for what is inaudible (half a step of 16 bits).
    package var isSilent: Bool { storage.isSilent }

    /// Lends the bytes of a plane: of a channel where the format is planar, else of all channels interleaved.
    package func withPlane<Result, Failure: Error>(
        _ plane: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let count = sampleCount * format.bytesPerSample * (format.isPlanar ? 1 : format.channels)
        let base = storage.audioPlane(plane)
        return try body(UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : count))
    }
}
