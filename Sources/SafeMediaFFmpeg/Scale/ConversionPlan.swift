import CFFmpeg
import SafeMediaFrames

/// The steps from one picture format to another: scale, turn, bring to the final pixel format, place on black. Steps that
/// change nothing are left out.
struct ConversionPlan {
    private let target: PictureFormat
    private let orientation: PictureOrientation
    /// What the first step makes: the picture as it is stored, in its final size.
    private let scaled: PictureFormat
    private let scaler: SoftwareScaler
    /// The upright picture; same pixel format as `scaled`.
    private let upright: PictureFormat
    /// From the upright picture to the final pixel format, where the turning needed another one.
    private let finisher: SoftwareScaler?
    private let left: Int
    private let top: Int
    private var isPlaced: Bool { upright.width != target.width || upright.height != target.height }

    init(source: PictureFormat, target: PictureFormat, orientation: PictureOrientation) throws(FFmpegError) {
        guard target.width > 0, target.height > 0 else {
            throw FFmpegError(code: SMF_ERROR_INVALID_ARGUMENT, operation: "convert picture", detail: "empty target")
        }
        self.target = target
        self.orientation = orientation
        let size = Self.fittedSize(source: source, target: target, orientation: orientation)
        let middle = try Self.turnableFormat(target.pixelFormat, orientation)
        upright = Self.format(target, width: size.0, height: size.1, pixelFormat: middle)
        scaled =
            orientation.swapsSides
            ? Self.format(target, width: size.1, height: size.0, pixelFormat: middle) : upright
        scaler = try SoftwareScaler.make(
            SoftwareScaler.Configuration(
                source: source, width: scaled.width, height: scaled.height, pixelFormat: middle, color: target.color,
                resampling: .bicubic))
        finisher =
            middle == target.pixelFormat
            ? nil
            : try SoftwareScaler.make(
                SoftwareScaler.Configuration(
                    source: upright, width: upright.width, height: upright.height, pixelFormat: target.pixelFormat,
                    color: target.color, resampling: .bicubic))
        let blockWidth = 1 << target.pixelFormat.log2ChromaWidth
        let blockHeight = 1 << target.pixelFormat.log2ChromaHeight
        left = (target.width - upright.width) / 2 / blockWidth * blockWidth
        top = (target.height - upright.height) / 2 / blockHeight * blockHeight
    }

    /// The largest size of the picture's shape inside the target, in the target's pixels. Where a side comes out a pixel
    /// short of the target's, it is the target's.
    private static func fittedSize(
        source: PictureFormat, target: PictureFormat, orientation: PictureOrientation
    ) -> (Int, Int) {
        let shape = SampleGeometry.shape(of: source, turned: orientation)
        let pixel = SampleGeometry.plausible(target.sampleAspectRatio) ?? 1
        let sourceRatio = shape.0 / shape.1
        let targetRatio = Double(target.width) * pixel / Double(target.height)
        var width = target.width
        var height = target.height
        if sourceRatio > targetRatio {
            height = min(height, SampleGeometry.pixels(Double(target.width) * pixel / sourceRatio))
        } else {
            width = min(width, SampleGeometry.pixels(Double(target.height) * sourceRatio / pixel))
        }
        func settled(_ length: Int, _ full: Int, _ log2Block: Int) -> Int {
            if full - length <= 1 { return full }
            let block = 1 << log2Block
            return max(min(block, full), length / block * block)
        }
        return (
            settled(width, target.width, target.pixelFormat.log2ChromaWidth),
            settled(height, target.height, target.pixelFormat.log2ChromaHeight)
        )
    }

    private static func format(
        _ target: PictureFormat, width: Int, height: Int, pixelFormat: PixelFormat
    ) -> PictureFormat {
        PictureFormat(
            width: width, height: height, pixelFormat: pixelFormat, color: target.color,
            sampleAspectRatio: target.sampleAspectRatio)
    }

    /// A format whose pixels can be moved one by one, near enough to `format`.
    private static func turnableFormat(
        _ format: PixelFormat, _ orientation: PictureOrientation
    ) throws(FFmpegError) -> PixelFormat {
        if orientation == .upright { return format }
        let isSimple =
            !format.isBitstream && (format.model == .gray || format.model == .rgb || format.model == .yuv)
            && Turning.pixelBytes(of: format) != nil && format.log2ChromaWidth == format.log2ChromaHeight
        if isSimple { return format }
        let depth = format.components.map(\.depth).max() ?? 8
        let name: String
        switch format.model {
        case .yuv:
            name = depth <= 8 ? "yuv444p" : depth <= 10 ? "yuv444p10le" : depth <= 12 ? "yuv444p12le" : "yuv444p16le"
        case .gray: name = depth <= 8 ? "gray" : "gray16le"
        default: name = depth <= 8 ? "rgba" : "rgba64le"
        }
        guard let middle = PixelFormat.named(name) else {
            throw FFmpegError(code: SMF_ERROR_NOT_SUPPORTED, operation: "turn picture", detail: format.name)
        }
        return middle
    }

    func run(_ frame: SharedFrame) throws(FFmpegError) -> FrameStorage {
        var picture = try FrameStorage.allocate(scaled)
        try scaler.scale(frame, into: picture)
        if orientation != .upright {
            let turned = try FrameStorage.allocate(upright)
            Turning.turn(picture, scaled, by: orientation, into: turned)
            picture = turned
        }
        if let finisher {
            let finished = try FrameStorage.allocate(
                Self.format(
                    target, width: upright.width, height: upright.height, pixelFormat: target.pixelFormat))
            try finisher.scale(picture, into: finished)
            picture = finished
        }
        guard isPlaced else { return picture }
        return try placed(picture)
    }

    /// Copies the picture into a black one.
    private func placed(_ picture: FrameStorage) throws(FFmpegError) -> FrameStorage {
        let result = try FrameStorage.allocate(target)
        try result.fillBlack(target)
        let format = target.pixelFormat
        for plane in 0..<format.planeCount {
            guard let component = format.components.firstIndex(where: { $0.plane == plane }),
                let source = picture.data(plane), let base = result.data(plane)
            else { continue }
            let lines = format.height(ofComponent: component, in: upright.height)
            let firstLine = top >> (format.isChroma(component) ? format.log2ChromaHeight : 0)
            let bytes = Int(av_image_get_linesize(format.native, Int32(upright.width), Int32(plane)))
            let offset = left == 0 ? 0 : Int(av_image_get_linesize(format.native, Int32(left), Int32(plane)))
            guard bytes > 0, offset >= 0 else {
                throw FFmpegError(code: SMF_ERROR_NOT_SUPPORTED, operation: "place picture", detail: format.name)
            }
            for line in 0..<lines {
                UnsafeMutableRawPointer(base + (firstLine + line) * result.stride(plane) + offset).copyMemory(
                    from: source + line * picture.stride(plane), byteCount: bytes)
            }
        }
        return result
    }
}
