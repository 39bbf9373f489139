import CFFmpeg
package import SafeMediaFrames

/// Turns sound into packets. One thread uses it.
package final class AudioEncoder {
    private let handles: EncoderHandles
    /// What frames must be; see `AudioResampler`.
    package let format: AudioFormat
    /// The unit of the packets' times: one sample.
    package let timeBase: Rational
    /// What a container must know.
    package let parameters: CodecParameters
    /// Samples of each frame sent, but for the last; nil where any number does.
    package let frameSize: Int?
    /// Samples the encoder puts before the first.
    package var initialPadding: Int { Int(max(0, handles.context.pointee.initial_padding)) }

    private init(_ handles: EncoderHandles, format: AudioFormat) throws(FFmpegError) {
        self.handles = handles
        self.format = format
        timeBase = Rational(handles.context.pointee.time_base)
        let size = Int(handles.context.pointee.frame_size)
        let isVariable = handles.codec.pointee.capabilities & Int32(AV_CODEC_CAP_VARIABLE_FRAME_SIZE) != 0
        frameSize = size > 0 && !isVariable ? size : nil
        parameters = try CodecParameters.make(of: handles.context)
    }

    /// Opens an encoder.
    package static func make(_ configuration: AudioEncoderConfiguration) throws(FFmpegError) -> AudioEncoder {
        let handles = try EncoderHandles.make(encoder: configuration.encoder)
        guard handles.codec.pointee.type == AVMEDIA_TYPE_AUDIO else {
            throw FFmpegError(
                code: SMF_ERROR_NO_ENCODER, operation: "open audio encoder",
                detail: "'\(Redaction.harmless(configuration.encoder))' does not encode sound")
        }
        let format = AudioNegotiation.format(for: handles.codec, like: configuration.format)
        let context = handles.context
        guard let rate = Int32(exactly: format.sampleRate), rate > 0 else {
            throw FFmpegError(
                code: SMF_ERROR_INVALID_ARGUMENT, operation: "open audio encoder", detail: "no sample rate")
        }
        context.pointee.sample_rate = rate
        context.pointee.sample_fmt = format.native
        context.pointee.time_base = AVRational(num: 1, den: rate)
        try ChannelLayout.with(format) { layout throws(FFmpegError) in
            _ = try check(av_channel_layout_copy(&context.pointee.ch_layout, layout), "open audio encoder")
        }
        if let bitRate = configuration.bitRate { context.pointee.bit_rate = bitRate }
        if configuration.hasGlobalHeader { context.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER) }
        context.pointee.thread_count = 1
        // Some of FFmpeg's own encoders are still called experimental.
        context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        try handles.open([], given: configuration.options, name: configuration.encoder)
        return try AudioEncoder(handles, format: format)
    }

    /// Gives sound, whose time must follow the sound before; nil says there will be no more.
    ///
    /// - Returns: false where packets must be received first; then send the same sound again.
    package func send(_ frame: SharedAudioFrame?) throws(FFmpegError) -> Bool {
        guard let frame else { return try handles.send(end: true) }
        guard frame.format == format else {
            throw FFmpegError(
                code: SMF_ERROR_INVALID_ARGUMENT, operation: "encode audio", detail: "the sound is of another format")
        }
        try check(av_frame_ref(handles.sending, frame.storage.frame), "encode audio")
        handles.sending.pointee.pts = Ticks.native(
            frame.pts.flatMap { Ticks.rescale($0, from: frame.timeBase, to: timeBase) })
        return try handles.send(end: false)
    }

    /// Takes the next packet; `packet` is set only when the answer is `.item`.
    package func receive(into packet: inout SharedPacket?) throws(FFmpegError) -> Pull {
        let pull = try handles.receive()
        if pull == .item { packet = try SharedPacket.take(from: handles.receiving, timeBase: timeBase) }
        return pull
    }
}
