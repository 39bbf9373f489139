import CFFmpeg
package import SafeMediaFrames

/// A picture with one owner, who may write it; sharing it ends that.
package struct WritableFrame: ~Copyable, Sendable {
    private let storage: FrameStorage
    /// What the picture is.
    package let format: PictureFormat
    /// The unit of `pts` and `duration`.
    package var timeBase: Rational
    /// Presentation time in `timeBase`.
    package var pts: Int64?
    /// Length in `timeBase`.
    package var duration: Int64?

    private init(_ storage: FrameStorage, format: PictureFormat, timeBase: Rational, pts: Int64?, duration: Int64?) {
        self.storage = storage
        self.format = format
        self.timeBase = timeBase
        self.pts = pts
        self.duration = duration
    }

    /// A black picture.
    package static func make(
        _ format: PictureFormat, pts: Int64? = nil, duration: Int64? = nil, timeBase: Rational
    ) throws(FFmpegError) -> WritableFrame {
        let storage = try FrameStorage.allocate(format)
        try storage.fillBlack(format)
        return WritableFrame(storage, format: format, timeBase: timeBase, pts: pts, duration: duration)
    }

    /// Takes over pixels just made.
    static func adopt(
        _ storage: FrameStorage, format: PictureFormat, like frame: SharedFrame
    ) -> WritableFrame {
        WritableFrame(
            storage, format: format, timeBase: frame.timeBase, pts: frame.pts, duration: frame.duration)
    }

    /// A copy of the pixels, times and fields of another picture; nothing else that travels with that comes along.
    package init(copying frame: SharedFrame) throws(FFmpegError) {
        let storage = try FrameStorage.allocate(frame.format)
        try check(av_frame_copy(storage.frame, frame.storage.frame), "copy picture")
        smf_frame_set_fields(storage.frame, frame.isInterlaced ? 1 : 0, frame.isTopFieldFirst ? 1 : 0)
        storage.frame.pointee.repeat_pict = Int32(clamping: frame.repeatPicture)
        self.init(
            storage, format: frame.format, timeBase: frame.timeBase, pts: frame.pts, duration: frame.duration)
    }

    /// Lends the samples for reading.
    package func withPicture<Result, Failure: Error>(
        _ body: (PictureView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let planes = storage.planes(format).map { PlaneView(base: UnsafeRawPointer($0.base), stride: $0.stride) }
        return try withExtendedLifetime(storage) { () throws(Failure) in
            try body(PictureView(format: format, planes: planes))
        }
    }

    /// Lends the samples for writing.
    package mutating func withMutablePicture<Result, Failure: Error>(
        _ body: (MutablePictureView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let planes = storage.planes(format)
        return try withExtendedLifetime(storage) { () throws(Failure) in
            try body(MutablePictureView(format: format, planes: planes))
        }
    }

    /// Gives up writing.
    package consuming func share() throws(FFmpegError) -> SharedFrame {
        storage.frame.pointee.pts = Ticks.native(pts)
        storage.frame.pointee.best_effort_timestamp = Ticks.native(pts)
        smf_frame_set_duration(storage.frame, duration ?? 0)
        return try SharedFrame(storage, timeBase: timeBase)
    }
}
