import CFFmpeg
package import SafeMediaFrames

/// Turns pictures into packets. One thread uses it.
package final class VideoEncoder {
    private let handles: EncoderHandles
    /// What frames must be: the configured format with the pixel format the encoder agreed to.
    package let format: PictureFormat
    /// The unit of the packets' times.
    package let timeBase: Rational
    /// What a container must know; complete once the encoder is open.
    package let parameters: CodecParameters
    /// The rate the encoder was told, for containers that want one.
    package let frameRate: Rational?
    private let isInterlaced: Bool

    private init(
        _ handles: EncoderHandles, _ configuration: VideoEncoderConfiguration, format: PictureFormat,
        frameRate: Rational?
    ) throws(FFmpegError) {
        self.handles = handles
        self.format = format
        self.frameRate = frameRate
        timeBase = Rational(handles.context.pointee.time_base)
        isInterlaced = configuration.fieldOrder == .topFirst || configuration.fieldOrder == .bottomFirst
        parameters = try CodecParameters.make(of: handles.context)
    }

    /// Opens an encoder. The first frame may be sent at once.
    package static func make(_ configuration: VideoEncoderConfiguration) throws(FFmpegError) -> VideoEncoder {
        let handles = try EncoderHandles.make(encoder: configuration.encoder)
        guard handles.codec.pointee.type == AVMEDIA_TYPE_VIDEO else {
            throw FFmpegError(
                code: SMF_ERROR_NO_ENCODER, operation: "open video encoder",
                detail: "'\(Redaction.harmless(configuration.encoder))' does not encode pictures")
        }
        var format = configuration.format
        guard
            let pixelFormat = CodecCapabilities.pixelFormat(
                forEncoder: configuration.encoder, like: format.pixelFormat)
        else {
            throw FFmpegError(
                code: SMF_ERROR_NOT_SUPPORTED, operation: "open video encoder",
                detail: "\(configuration.encoder) takes no pixel format like \(format.pixelFormat.name)")
        }
        if format.pixelFormat.impliesFullRange { format.color.range = .full }
        format.pixelFormat = pixelFormat
        // Motion JPEG has no other range.
        if pixelFormat.impliesFullRange || handles.codec.pointee.id == AV_CODEC_ID_MJPEG { format.color.range = .full }
        let frameRate = Self.plausible(configuration.frameRate)
        let settings = VideoEncoderSettings(configuration: configuration, format: format, frameRate: frameRate)
        try settings.apply(to: handles.context, codec: handles.codec)
        try handles.open(
            settings.implied(for: handles.codec), given: try settings.given(for: handles.codec),
            name: configuration.encoder)
        return try VideoEncoder(handles, configuration, format: format, frameRate: frameRate)
    }

    /// Rates outside this come from broken headers, and make encoders refuse or rate control run wild.
    static func plausible(_ rate: Rational?) -> Rational? {
        guard let rate, let value = rate.value, (0.1...1000).contains(value) else { return nil }
        return rate
    }

    /// Gives a picture, whose time must be later than the one before; nil says there will be no more.
    ///
    /// - Parameters:
    ///   - pts: presentation time in the encoder's `timeBase`; nil takes the frame's own.
    ///   - forceKey: begin a new group of pictures here.
    ///   - stripsSideData: leave out what travels beside the picture (captions and the like).
    /// - Returns: false where packets must be received first; then send the same picture again.
    package func send(
        _ frame: SharedFrame?, pts: Int64? = nil, forceKey: Bool = false, stripsSideData: Bool = false
    ) throws(FFmpegError) -> Bool {
        guard let frame else { return try handles.send(end: true) }
        guard frame.format.width == format.width, frame.format.height == format.height,
            frame.format.pixelFormat.withoutImpliedRange == format.pixelFormat.withoutImpliedRange
        else {
            throw FFmpegError(
                code: SMF_ERROR_INVALID_ARGUMENT, operation: "encode video", detail: "the picture is of another format")
        }
        let time = pts ?? frame.pts.flatMap { Ticks.rescale($0, from: frame.timeBase, to: timeBase) }
        guard let time else {
            throw FFmpegError(
                code: SMF_ERROR_INVALID_ARGUMENT, operation: "encode video", detail: "the picture has no time")
        }
        let sending = handles.sending
        try check(av_frame_ref(sending, frame.storage.frame), "encode video")
        sending.pointee.pts = time
        smf_frame_set_duration(
            sending, frame.duration.flatMap { Ticks.rescale($0, from: frame.timeBase, to: timeBase) } ?? 0)
        sending.pointee.pict_type = forceKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        sending.pointee.format = format.pixelFormat.identifier
        sending.pointee.quality = 0
        smf_frame_clear_key(sending)
        if !isInterlaced { smf_frame_set_fields(sending, 0, 0) }
        if stripsSideData { Self.strip(sending) }
        return try handles.send(end: false)
    }

    private static func strip(_ frame: UnsafeMutablePointer<AVFrame>) {
        while frame.pointee.nb_side_data > 0, let first = frame.pointee.side_data?[0] {
            av_frame_remove_side_data(frame, first.pointee.type)
        }
        av_dict_free(&frame.pointee.metadata)
    }

    /// Takes the next packet; `packet` is set only when the answer is `.item`.
    package func receive(into packet: inout SharedPacket?) throws(FFmpegError) -> Pull {
        let pull = try handles.receive()
        if pull == .item { packet = try SharedPacket.take(from: handles.receiving, timeBase: timeBase) }
        return pull
    }
}
