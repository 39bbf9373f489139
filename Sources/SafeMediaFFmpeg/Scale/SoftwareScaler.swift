import CFFmpeg
import SafeMediaFrames

/// One swscale context, for pictures of one format into another. One thread uses it.
final class SoftwareScaler {
    /// Everything a context is built for.
    struct Configuration: Hashable {
        var source: PictureFormat
        var width: Int
        var height: Int
        var pixelFormat: PixelFormat
        var color: ColorDescription
        var resampling: SampleFormat.Resampling
    }

    private let context: OpaquePointer
    let configuration: Configuration

    private init(_ context: OpaquePointer, _ configuration: Configuration) {
        self.context = context
        self.configuration = configuration
        HandleCounter.opened()
    }

    deinit {
        sws_freeContext(context)
        HandleCounter.closed()
    }

    static func make(_ configuration: Configuration) throws(FFmpegError) -> SoftwareScaler {
        let scaler = SoftwareScaler(try require(sws_alloc_context(), "allocate scaler"), configuration)
        try FFmpegLog.explaining { () throws(FFmpegError) in try scaler.configure() }
        return scaler
    }

    private func configure() throws(FFmpegError) {
        let source = configuration.source
        let input = source.pixelFormat.withoutImpliedRange
        let output = configuration.pixelFormat.withoutImpliedRange
        guard sws_isSupportedInput(input.native) > 0, sws_isSupportedOutput(output.native) > 0 else {
            throw FFmpegError(
                code: SMF_ERROR_NOT_SUPPORTED, operation: "scale picture",
                detail: "no way from \(input.name) to \(output.name)")
        }
        let sourceRange = Self.isFullRange(source.color, input)
        let targetRange = Self.isFullRange(configuration.color, output)
        let settings: [(String, Int64)] = [
            ("srcw", Int64(source.width)), ("srch", Int64(source.height)), ("src_format", Int64(input.identifier)),
            ("dstw", Int64(configuration.width)), ("dsth", Int64(configuration.height)),
            ("dst_format", Int64(output.identifier)), ("src_range", sourceRange ? 1 : 0),
            ("dst_range", targetRange ? 1 : 0), ("sws_flags", Int64(Self.flags(configuration.resampling))),
        ]
        let object = UnsafeMutableRawPointer(context)
        for (name, value) in settings { try check(av_opt_set_int(object, name, value, 0), "configure scaler") }
        try check(sws_init_context(context, nil, nil), "configure scaler")
        let sourceTable = sws_getCoefficients(Self.matrix(source.color, height: source.height))
        // A target without a matrix of its own keeps the source's.
        var targetColor = configuration.color
        if targetColor.matrix == 2 { targetColor.matrix = source.color.matrix }
        let targetTable = sws_getCoefficients(Self.matrix(targetColor, height: source.height))
        // A negative answer says that these formats have no matrix to set, which is fine.
        _ = sws_setColorspaceDetails(
            context, sourceTable, sourceRange ? 1 : 0, targetTable, targetRange ? 1 : 0, 0, 1 << 16, 1 << 16)
    }

    /// The same result for the same input on every machine.
    private static func flags(_ resampling: SampleFormat.Resampling) -> Int32 {
        let filter: Int32 =
            switch resampling {
            case .bilinear: SWS_BILINEAR
            case .area: SWS_AREA
            case .bicubic: SWS_BICUBIC
            case .nearest: SWS_POINT
            }
        return filter | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
    }

    static func isFullRange(_ color: ColorDescription, _ format: PixelFormat) -> Bool {
        switch color.range {
        case .full: true
        case .limited: false
        case .unspecified: format.model == .rgb || format.model == .palette
        }
    }

    /// Untagged pictures are taken for what their size says, as players do.
    private static func matrix(_ color: ColorDescription, height: Int) -> Int32 {
        switch color.matrix {
        case 1: SWS_CS_ITU709
        case 4: SWS_CS_FCC
        case 5, 6: SWS_CS_ITU601
        case 7: SWS_CS_SMPTE240M
        case 9, 10: SWS_CS_BT2020
        default: height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }

    /// Scales a whole picture into `target`, whose planes must hold the configured size.
    func scale(_ frame: SharedFrame, into target: FrameStorage) throws(FFmpegError) {
        try scale(frame.storage, into: target)
    }

    func scale(_ source: FrameStorage, into target: FrameStorage) throws(FFmpegError) {
        let sourceData = (0..<4).map { source.data($0).map { UnsafePointer($0) } }
        let sourceStrides = (0..<4).map { Int32(clamping: source.stride($0)) }
        let targetData = (0..<4).map { target.data($0) }
        let targetStrides = (0..<4).map { Int32(clamping: target.stride($0)) }
        let lines = sws_scale(
            context, sourceData, sourceStrides, 0, Int32(clamping: configuration.source.height), targetData,
            targetStrides)
        try check(lines, "scale picture")
    }
}
