import CFFmpeg
package import SafeMediaFrames

/// A decoded picture, never written again, so that several readers may look at it.
package final class SharedFrame: StreamedFrame, Sendable {
    /// What the decoder says the picture was.
    package enum PictureType: Sendable, Hashable {
        case unknown
        case intra
        case predicted
        case bidirectional
    }

    /// What is wrong with a picture, as FFmpeg's decoders flag it.
    package struct DecodeErrors: OptionSet, Sendable, Hashable {
        package let rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        package static let invalidBitstream = DecodeErrors(rawValue: 1)
        package static let missingReference = DecodeErrors(rawValue: 2)
        package static let concealmentActive = DecodeErrors(rawValue: 4)
        package static let decodeSlices = DecodeErrors(rawValue: 8)
    }

    /// Never written after `init`.
    let storage: FrameStorage
    /// What the picture is, by the frame itself.
    package let format: PictureFormat
    /// The unit of `pts` and `duration`.
    package let timeBase: Rational
    /// Presentation time in `timeBase`: the frame's own, or what FFmpeg made of the packets' times.
    package let pts: Int64?

    private var native: AVFrame { storage.frame.pointee }

    /// Length in `timeBase`; nil where it is not stated.
    package var duration: Int64? {
        let duration = smf_frame_duration(storage.frame)
        return duration > 0 ? duration : nil
    }
    /// What was given to `VideoDecoder.send` with the packet that this picture came from.
    package var tag: Int64? {
        let tag = smf_frame_tag(storage.frame)
        return tag >= 0 ? tag : nil
    }
    package var isKey: Bool { smf_frame_is_key(storage.frame) != 0 }
    package var isInterlaced: Bool { smf_frame_is_interlaced(storage.frame) != 0 }
    package var isTopFieldFirst: Bool { smf_frame_top_field_first(storage.frame) != 0 }
    package var decodeErrors: DecodeErrors { DecodeErrors(rawValue: native.decode_error_flags) }
    /// The decoder, or the demuxer before it, knows this picture to be damaged.
    package var isCorrupt: Bool {
        native.flags & AV_FRAME_FLAG_CORRUPT != 0 || native.decode_error_flags != 0
    }
    /// Decoded for others' sake, not to be shown.
    package var isDiscard: Bool { native.flags & AV_FRAME_FLAG_DISCARD != 0 }
    /// How many field times longer the picture is to be shown.
    package var repeatPicture: Int { Int(native.repeat_pict) }
    package var pictureType: PictureType {
        switch native.pict_type {
        case AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_SI: .intra
        case AV_PICTURE_TYPE_P, AV_PICTURE_TYPE_SP, AV_PICTURE_TYPE_S: .predicted
        case AV_PICTURE_TYPE_B, AV_PICTURE_TYPE_BI: .bidirectional
        default: .unknown
        }
    }
    /// How the picture itself says it is to be turned; nil where it says nothing.
    package var orientation: PictureOrientation? {
        guard let data = av_frame_get_side_data(storage.frame, AV_FRAME_DATA_DISPLAYMATRIX),
            data.pointee.size >= DisplayMatrix.byteCount
        else { return nil }
        return data.pointee.data.withMemoryRebound(to: Int32.self, capacity: 9) { DisplayMatrix.orientation($0) }
    }
    /// FFmpeg's names of what travels beside the picture.
    package var sideDataKinds: [String] {
        guard let list = native.side_data else { return [] }
        return (0..<Int(native.nb_side_data)).compactMap { index in
            list[index].flatMap { av_frame_side_data_name($0.pointee.type) }.map { String(cString: $0) }
        }
    }
    /// Bytes that the picture keeps alive.
    package var byteCount: Int {
        withUnsafeBytes(of: &storage.frame.pointee.buf) { raw in
            raw.bindMemory(to: UnsafeMutablePointer<AVBufferRef>?.self).reduce(0) { sum, buffer in
                sum + (buffer.map { Int(clamping: $0.pointee.size) } ?? 0)
            }
        }
    }

    /// Fails where the frame is of no known pixel format, or has no picture.
    init(_ storage: FrameStorage, timeBase: Rational) throws(FFmpegError) {
        let frame = storage.frame.pointee
        guard let format = PictureFormat(frame), storage.data(0) != nil else {
            throw FFmpegError(code: SMF_ERROR_INVALID_DATA, operation: "read picture", detail: "unknown pixel format")
        }
        self.storage = storage
        self.format = format
        self.timeBase = timeBase
        pts = Ticks.optional(frame.best_effort_timestamp) ?? Ticks.optional(frame.pts)
    }

    package func withPicture<Result, Failure: Error>(
        _ body: (PictureView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let planes = (0..<format.storedPlaneCount).compactMap { index -> PlaneView? in
            guard let base = storage.data(index) else { return nil }
            return PlaneView(base: UnsafeRawPointer(base), stride: storage.stride(index))
        }
        return try withExtendedLifetime(storage) { () throws(Failure) in
            try body(PictureView(format: format, planes: planes))
        }
    }
}

extension PictureFormat {
    /// Planes of samples and the palette.
    var storedPlaneCount: Int { pixelFormat.planeCount + (pixelFormat.model == .palette ? 1 : 0) }

    /// What a frame is; nil where its format is not known or it has no size.
    init?(_ frame: AVFrame) {
        guard let pixelFormat = PixelFormat(frame.format), frame.width > 0, frame.height > 0 else { return nil }
        var color = ColorDescription(
            range: ColorDescription.Range(frame.color_range),
            primaries: Int32(clamping: frame.color_primaries.rawValue),
            transfer: Int32(clamping: frame.color_trc.rawValue), matrix: Int32(clamping: frame.colorspace.rawValue),
            chromaLocation: Int32(clamping: frame.chroma_location.rawValue))
        if pixelFormat.impliesFullRange { color.range = .full }
        self.init(
            width: Int(frame.width), height: Int(frame.height), pixelFormat: pixelFormat, color: color,
            sampleAspectRatio: Rational(frame.sample_aspect_ratio))
    }
}
