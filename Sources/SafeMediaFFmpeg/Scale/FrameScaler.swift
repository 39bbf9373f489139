import CFFmpeg
package import SafeMediaFrames

/// Makes the small upright pictures that models are given, straight from the decoder's planes. One thread uses it.
package final class FrameScaler {
    private struct Key: Hashable {
        var source: PictureFormat
        var format: SampleFormat
        var orientation: PictureOrientation
    }

    private struct Plan {
        var geometry: SampleGeometry
        var scaler: SoftwareScaler
        var target: FrameStorage
    }

    private var plans: [Key: Plan] = [:]
    /// Formats change seldom, and several models want a few sizes; more than this is a stream that never settles.
    private static let mostPlans = 8

    package init() {}

    /// The picture `format` asks for. The result is the same for the same samples, wherever they come from.
    ///
    /// - Parameter orientation: how `frame` must be turned to be upright.
    package func sample(
        _ frame: SharedFrame, format: SampleFormat, orientation: PictureOrientation, time: StreamTime
    ) throws(FFmpegError) -> SamplePicture {
        let plan = try plan(for: Key(source: frame.format, format: format, orientation: orientation))
        try plan.scaler.scale(frame, into: plan.target)
        let geometry = plan.geometry
        let channels = format.channels.count
        guard let base = plan.target.data(0) else {
            throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: "scale picture")
        }
        let source = PlaneView(base: UnsafeRawPointer(base), stride: plan.target.stride(0))
        let count = geometry.width * geometry.height * channels
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: 0)
            if let target = buffer.baseAddress {
                let plane = MutablePlaneView(base: UnsafeMutableRawPointer(target), stride: geometry.width * channels)
                Turning.turn(
                    source, width: geometry.storedWidth, height: geometry.storedHeight, bytesPerPixel: channels,
                    by: orientation, into: plane)
            }
            initialized = count
        }
        return SamplePicture(
            width: geometry.width, height: geometry.height, channels: format.channels, bytes: bytes, time: time)
    }

    private func plan(for key: Key) throws(FFmpegError) -> Plan {
        if let plan = plans[key] { return plan }
        let geometry = SampleGeometry(source: key.source, size: key.format.size, orientation: key.orientation)
        guard geometry.isValid,
            let pixelFormat = PixelFormat.named(key.format.channels == .gray ? "gray" : "rgb24")
        else {
            throw FFmpegError(
                code: SMF_ERROR_INVALID_ARGUMENT, operation: "scale picture", detail: "no size to scale to")
        }
        let color = ColorDescription(range: .full)
        let scaler = try SoftwareScaler.make(
            SoftwareScaler.Configuration(
                source: key.source, width: geometry.storedWidth, height: geometry.storedHeight,
                pixelFormat: pixelFormat, color: color, resampling: key.format.resampling))
        let target = try FrameStorage.allocate(
            PictureFormat(
                width: geometry.storedWidth, height: geometry.storedHeight, pixelFormat: pixelFormat, color: color))
        if plans.count >= Self.mostPlans { plans.removeAll() }
        let plan = Plan(geometry: geometry, scaler: scaler, target: target)
        plans[key] = plan
        return plan
    }
}
