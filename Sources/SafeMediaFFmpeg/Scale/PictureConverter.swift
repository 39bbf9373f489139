import CFFmpeg
package import SafeMediaFrames

/// Brings pictures to an output's fixed format: size (shape kept, the rest black), pixel format, colour and, where asked,
/// upright. One thread uses it.
package final class PictureConverter {
    private struct Key: Hashable {
        var source: PictureFormat
        var target: PictureFormat
        var orientation: PictureOrientation
    }

    private var plans: [Key: ConversionPlan] = [:]
    private static let mostPlans = 4

    package init() {}

    /// Whether `convert` would give back the same samples.
    package static func isIdentity(
        _ source: PictureFormat, _ target: PictureFormat, orientation: PictureOrientation = .upright
    ) -> Bool {
        orientation == .upright && source.width == target.width && source.height == target.height
            && source.pixelFormat == target.pixelFormat
            && SoftwareScaler.isFullRange(source.color, source.pixelFormat)
                == SoftwareScaler.isFullRange(target.color, target.pixelFormat)
            && (source.color.matrix == target.color.matrix || target.color.matrix == 2 || source.color.matrix == 2)
            && (source.sampleAspectRatio == target.sampleAspectRatio || !target.sampleAspectRatio.isValid
                || !source.sampleAspectRatio.isValid)
    }

    /// The picture in `format`, with the frame's times and nothing else that travelled with it.
    ///
    /// - Parameter orientation: how `frame` must be turned; upright leaves it as it is stored.
    package func convert(
        _ frame: SharedFrame, to format: PictureFormat, orientation: PictureOrientation = .upright
    ) throws(FFmpegError) -> WritableFrame {
        let storage: FrameStorage
        if Self.isIdentity(frame.format, format, orientation: orientation) {
            storage = try FrameStorage.allocate(format)
            try check(av_frame_copy(storage.frame, frame.storage.frame), "copy picture")
        } else {
            let key = Key(source: frame.format, target: format, orientation: orientation)
            let plan: ConversionPlan
            if let known = plans[key] {
                plan = known
            } else {
                plan = try ConversionPlan(source: frame.format, target: format, orientation: orientation)
                if plans.count >= Self.mostPlans { plans.removeAll() }
                plans[key] = plan
            }
            storage = try plan.run(frame)
        }
        smf_frame_set_fields(
            storage.frame, frame.isInterlaced && !orientation.swapsSides ? 1 : 0, frame.isTopFieldFirst ? 1 : 0)
        storage.frame.pointee.repeat_pict = Int32(clamping: frame.repeatPicture)
        return WritableFrame.adopt(storage, format: format, like: frame)
    }
}
