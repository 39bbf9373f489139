import CFFmpeg
import SafeMediaFrames

extension FrameStorage {
    /// Room for a picture; its samples are not set.
    static func allocate(_ format: PictureFormat) throws(FFmpegError) -> FrameStorage {
        let storage = try make()
        let frame = storage.frame
        guard let width = Int32(exactly: format.width), let height = Int32(exactly: format.height) else {
            throw FFmpegError(code: SMF_ERROR_INVALID_ARGUMENT, operation: "allocate picture")
        }
        try check(
            av_image_check_size(UInt32(bitPattern: width), UInt32(bitPattern: height), 0, nil), "allocate picture")
        frame.pointee.width = width
        frame.pointee.height = height
        frame.pointee.format = format.pixelFormat.identifier
        storage.tag(format)
        try check(av_frame_get_buffer(frame, 0), "allocate picture")
        return storage
    }

    /// Writes the format's tags into the frame.
    func tag(_ format: PictureFormat) {
        frame.pointee.color_range = format.color.range.native
        frame.pointee.color_primaries = format.color.nativePrimaries
        frame.pointee.color_trc = format.color.nativeTransfer
        frame.pointee.colorspace = format.color.nativeMatrix
        frame.pointee.chroma_location = format.color.nativeChromaLocation
        frame.pointee.sample_aspect_ratio = format.sampleAspectRatio.native
    }

    func planes(_ format: PictureFormat) -> [MutablePlaneView] {
        (0..<format.storedPlaneCount).compactMap { index in
            data(index).map { MutablePlaneView(base: UnsafeMutableRawPointer($0), stride: stride(index)) }
        }
    }

    func fillBlack(_ format: PictureFormat) throws(FFmpegError) {
        var strides = (0..<4).map { stride($0) }
        var data = (0..<4).map { self.data($0) }
        let result = data.withUnsafeMutableBufferPointer { data in
            strides.withUnsafeMutableBufferPointer { strides in
                av_image_fill_black(
                    data.baseAddress, strides.baseAddress, format.pixelFormat.native, format.color.range.native,
                    frame.pointee.width, frame.pointee.height)
            }
        }
        if result >= 0 { return }
        // What FFmpeg has no black for gets zeroed bytes.
        for index in 0..<format.pixelFormat.planeCount {
            guard let base = self.data(index) else { continue }
            let lines =
                format.pixelFormat.components.indices
                .filter { format.pixelFormat.components[$0].plane == index }
                .map { format.pixelFormat.height(ofComponent: $0, in: format.height) }.max() ?? 0
            base.update(repeating: 0, count: abs(stride(index)) * lines)
        }
    }
}
