import CFFmpeg
import SafeMediaFrames

/// Brings sound to an encoder's format and to frames of its size, on an unbroken time line: holes are filled with
/// silence, and what comes twice is left out. One thread uses it.
package final class AudioResampler {
    private let fifo: OpaquePointer
    private let format: AudioFormat
    private let frameSize: Int
    private var converter: SampleConverter?
    /// Time of the first sample in the queue, in samples; nil before the first.
    private var head: Int64?
    private var hasEnded = false

    /// Holes longer than this are jumped over, see the encoder's times.
    private static let longestHole: Int64 = 10
    /// Steps up to this come from rounding in containers (1 ms in Matroska and FLV), and are not holes.
    private static let toleratedPerSecond: Int64 = 50

    private init(fifo: OpaquePointer, format: AudioFormat, frameSize: Int) {
        self.fifo = fifo
        self.format = format
        self.frameSize = frameSize
        HandleCounter.opened()
    }

    deinit {
        av_audio_fifo_free(fifo)
        HandleCounter.closed()
    }

    /// - Parameter frameSize: samples of each frame given out, but for the last; nil chooses.
    package static func make(to format: AudioFormat, frameSize: Int?) throws(FFmpegError) -> AudioResampler {
        let size = frameSize ?? 1024
        guard size > 0, size <= 1 << 20, format.sampleRate > 0, (1...64).contains(format.channels) else {
            throw FFmpegError(code: SMF_ERROR_INVALID_ARGUMENT, operation: "set up resampling")
        }
        let fifo = try require(
            av_audio_fifo_alloc(format.native, Int32(format.channels), Int32(size)), "set up resampling")
        return AudioResampler(fifo: fifo, format: format, frameSize: size)
    }

    /// Frames for an encoder.
    package static func make(for encoder: AudioEncoder) throws(FFmpegError) -> AudioResampler {
        try make(to: encoder.format, frameSize: encoder.frameSize)
    }

    private var timeBase: Rational { Rational(1, Int32(clamping: format.sampleRate)) }
    private var queued: Int64 { Int64(av_audio_fifo_size(fifo)) }

    /// Gives sound; nil says there will be no more.
    package func send(_ frame: SharedAudioFrame?) throws(FFmpegError) {
        guard let frame else {
            if let rest = try converter?.drain() { try append(rest) }
            converter = nil
            hasEnded = true
            return
        }
        if let old = converter, old.source != frame.format {
            if let rest = try old.drain() { try append(rest) }
            converter = nil
        }
        let active: SampleConverter
        if let converter {
            active = converter
        } else {
            active = try SampleConverter.make(from: frame.format, to: format)
            converter = active
        }
        let skipped = try align(to: frame, held: active.delay(in: format.sampleRate))
        guard let converted = try active.convert(frame) else { return }
        try append(converted, skipping: skipped)
    }

    /// Brings the queue's end to the frame's time.
    ///
    /// - Returns: samples at the frame's start that were given out already.
    private func align(to frame: SharedAudioFrame, held: Int64) throws(FFmpegError) -> Int {
        let time = frame.pts.flatMap { Ticks.rescale($0, from: frame.timeBase, to: timeBase) }
        guard let head else {
            self.head = time ?? 0
            return 0
        }
        guard let time else { return 0 }
        let (end, overflow) = head.addingReportingOverflow(queued + held)
        let (step, beyond) = time.subtractingReportingOverflow(end)
        guard !overflow, !beyond else { return 0 }
        let tolerated = Int64(format.sampleRate) / Self.toleratedPerSecond
        if step > tolerated {
            try fill(step)
        } else if step < -tolerated {
            return Int(min(-step, Int64(Int32.max)))
        }
        return 0
    }

    private func fill(_ step: Int64) throws(FFmpegError) {
        if step <= Self.longestHole * Int64(format.sampleRate) {
            var left = step
            while left > 0 {
                let count = Int(min(left, 48000))
                try append(
                    try SharedAudioFrame.silence(format, sampleCount: count, pts: nil, timeBase: timeBase).storage)
                left -= Int64(count)
            }
            return
        }
        // The last frame before the jump is filled up; the queue then begins behind it.
        let part = queued % Int64(frameSize)
        if part > 0 {
            let count = frameSize - Int(part)
            try append(try SharedAudioFrame.silence(format, sampleCount: count, pts: nil, timeBase: timeBase).storage)
        }
        pendingJump = (after: queued, by: step - (part > 0 ? Int64(frameSize) - part : 0))
    }

    /// A hole that is not filled: once so many samples have been given out, time goes on so much later.
    private var pendingJump: (after: Int64, by: Int64)?

    private func append(_ storage: FrameStorage, skipping skipped: Int = 0) throws(FFmpegError) {
        let count = Int(storage.frame.pointee.nb_samples)
        guard skipped < count else { return }
        let isPlanar = format.isPlanar
        let offset = skipped * format.bytesPerSample * (isPlanar ? 1 : format.channels)
        var planes: [UnsafeMutableRawPointer?] = (0..<(isPlanar ? format.channels : 1)).map { plane in
            storage.audioPlane(plane).map { UnsafeMutableRawPointer($0 + offset) }
        }
        let written = planes.withUnsafeMutableBufferPointer {
            av_audio_fifo_write(fifo, $0.baseAddress, Int32(count - skipped))
        }
        try check(written, "resample audio")
    }

    /// Takes the next frame, with its time in samples; `frame` is set only when the answer is `.item`.
    package func receive(into frame: inout SharedAudioFrame?) throws(FFmpegError) -> Pull {
        let available = queued
        guard available > 0 else { return hasEnded ? .endOfStream : .needsInput }
        guard available >= Int64(frameSize) || hasEnded else { return .needsInput }
        let count = Int(min(available, Int64(frameSize)))
        let storage = try FrameStorage.allocate(format, sampleCount: count)
        var planes: [UnsafeMutableRawPointer?] = (0..<(format.isPlanar ? format.channels : 1)).map { plane in
            storage.audioPlane(plane).map { UnsafeMutableRawPointer($0) }
        }
        let taken = planes.withUnsafeMutableBufferPointer { av_audio_fifo_read(fifo, $0.baseAddress, Int32(count)) }
        try check(taken, "resample audio")
        let time = head ?? 0
        storage.frame.pointee.pts = time
        storage.frame.pointee.best_effort_timestamp = time
        head = advanced(time, by: Int64(count))
        frame = try SharedAudioFrame(storage, timeBase: timeBase)
        return .item
    }

    private func advanced(_ time: Int64, by count: Int64) -> Int64 {
        var next = time.addingReportingOverflow(count).partialValue
        guard let jump = pendingJump else { return next }
        if jump.after <= count {
            next = next.addingReportingOverflow(jump.by).partialValue
            pendingJump = nil
        } else {
            pendingJump = (after: jump.after - count, by: jump.by)
        }
        return next
    }
}
