import CFFmpeg
import SafeMediaFrames

extension StreamInfo {
    /// Reads everything from a stream; keeps nothing of it.
    init(reading stream: UnsafePointer<AVStream>) throws(FFmpegError) {
        let native = stream.pointee
        let parameters = native.codecpar.pointee
        let codecID = CodecID(parameters.codec_id)
        self.init(
            index: Int(native.index), id: Int(native.id),
            kind: Kind(parameters.codec_type, codecID), codecID: codecID, timeBase: Rational(native.time_base),
            startTime: Ticks.optional(native.start_time),
            duration: Ticks.optional(native.duration).flatMap { $0 > 0 ? $0 : nil },
            averageFrameRate: Rational(native.avg_frame_rate), realFrameRate: Rational(native.r_frame_rate),
            disposition: Disposition(rawValue: native.disposition),
            metadata: OptionDictionary.contents(of: native.metadata),
            bitRate: parameters.bit_rate > 0 ? parameters.bit_rate : nil,
            profile: parameters.profile == SMF_PROFILE_UNKNOWN ? nil : Int(parameters.profile),
            level: parameters.level < 0 ? nil : Int(parameters.level), video: nil, audio: nil,
            parameters: try CodecParameters.make(of: stream))
        if kind == .video {
            video = Video(parameters, stream)
        } else if kind == .audio {
            audio = Audio(
                format: AudioFormat(parameters), frameSize: Int(max(0, parameters.frame_size)),
                initialPadding: Int(max(0, parameters.initial_padding)),
                blockAlign: Int(max(0, parameters.block_align)))
        }
    }
}

extension StreamInfo.Kind {
    fileprivate init(_ type: AVMediaType, _ codec: CodecID) {
        self =
            switch type {
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            case AVMEDIA_TYPE_SUBTITLE: codec.isPictureSubtitle ? .pictureSubtitle : .textSubtitle
            case AVMEDIA_TYPE_DATA: .data
            case AVMEDIA_TYPE_ATTACHMENT: .attachment
            default: .unknown
            }
    }
}

extension StreamInfo.Video {
    fileprivate init(_ parameters: AVCodecParameters, _ stream: UnsafePointer<AVStream>) {
        let declared = PixelFormat(parameters.format)
        var color = ColorDescription(parameters)
        if declared?.impliesFullRange == true { color.range = .full }
        self.init(
            width: Int(parameters.width), height: Int(parameters.height), pixelFormat: declared, color: color,
            sampleAspectRatio: Rational(smf_stream_aspect_ratio(stream)),
            containerAspectRatio: Rational(stream.pointee.sample_aspect_ratio),
            fieldOrder: StreamInfo.FieldOrder(parameters.field_order), orientation: .upright,
            reorderDelay: Int(max(0, parameters.video_delay)))
        let matrix = CodecParameters.sideData(of: stream).first { $0.kind == AV_PKT_DATA_DISPLAYMATRIX.rawValue }
        guard let matrix, matrix.bytes.count >= DisplayMatrix.byteCount else { return }
        orientation = matrix.bytes.withUnsafeBytes { raw in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: 9) { aligned in
                UnsafeMutableRawBufferPointer(aligned).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: raw.prefix(DisplayMatrix.byteCount)))
                guard let base = aligned.baseAddress else { return .upright }
                return DisplayMatrix.orientation(base)
            }
        }
    }
}

extension StreamInfo.FieldOrder {
    fileprivate init(_ native: AVFieldOrder) {
        self =
            switch native {
            case AV_FIELD_PROGRESSIVE: .progressive
            case AV_FIELD_TT, AV_FIELD_TB: .topFirst
            case AV_FIELD_BB, AV_FIELD_BT: .bottomFirst
            default: .unknown
            }
    }

    var native: AVFieldOrder {
        switch self {
        case .unknown: AV_FIELD_UNKNOWN
        case .progressive: AV_FIELD_PROGRESSIVE
        case .topFirst: AV_FIELD_TT
        case .bottomFirst: AV_FIELD_BB
        }
    }
}

extension ColorDescription.Range {
    init(_ native: AVColorRange) {
        self =
            switch native {
            case AVCOL_RANGE_MPEG: .limited
            case AVCOL_RANGE_JPEG: .full
            default: .unspecified
            }
    }

    var native: AVColorRange {
        switch self {
        case .unspecified: AVCOL_RANGE_UNSPECIFIED
        case .limited: AVCOL_RANGE_MPEG
        case .full: AVCOL_RANGE_JPEG
        }
    }
}

extension ColorDescription {
    init(_ parameters: AVCodecParameters) {
        self.init(
            range: Range(parameters.color_range), primaries: Int32(clamping: parameters.color_primaries.rawValue),
            transfer: Int32(clamping: parameters.color_trc.rawValue),
            matrix: Int32(clamping: parameters.color_space.rawValue),
            chromaLocation: Int32(clamping: parameters.chroma_location.rawValue))
    }

    var nativePrimaries: AVColorPrimaries { AVColorPrimaries(rawValue: UInt32(max(0, primaries))) }
    var nativeTransfer: AVColorTransferCharacteristic {
        AVColorTransferCharacteristic(rawValue: UInt32(max(0, transfer)))
    }
    var nativeMatrix: AVColorSpace { AVColorSpace(rawValue: UInt32(max(0, matrix))) }
    var nativeChromaLocation: AVChromaLocation { AVChromaLocation(rawValue: UInt32(max(0, chromaLocation))) }
}
