/// One plane of a picture, for reading. Valid only inside the closure that handed it out.
public struct PlaneView {
    /// The first byte of the top line.
    public let base: UnsafeRawPointer
    /// Bytes from a line to the one below it; negative where the picture is stored bottom up.
    public let stride: Int

    /// Wraps a plane.
    public init(base: UnsafeRawPointer, stride: Int) {
        self.base = base
        self.stride = stride
    }

    /// The first byte of line `y`, counted from the top.
    public func line(_ y: Int) -> UnsafeRawPointer { base + y * stride }
}

/// One plane of a picture, for writing. Valid only inside the closure that handed it out.
public struct MutablePlaneView {
    /// The first byte of the top line.
    public let base: UnsafeMutableRawPointer
    /// Bytes from a line to the one below it; negative where the picture is stored bottom up.
    public let stride: Int

    /// Wraps a plane.
    public init(base: UnsafeMutableRawPointer, stride: Int) {
        self.base = base
        self.stride = stride
    }

    /// The first byte of line `y`, counted from the top.
    public func line(_ y: Int) -> UnsafeMutableRawPointer { base + y * stride }
}

/// A whole picture, for reading. Valid only inside the closure that handed it out.
public struct PictureView {
    /// What the samples are.
    public let format: PictureFormat
    /// As many planes as the format has; a palette's 256 entries follow as one more.
    public let planes: [PlaneView]

    /// Wraps a picture.
    public init(format: PictureFormat, planes: [PlaneView]) {
        self.format = format
        self.planes = planes
    }
}

/// A whole picture, for writing. Valid only inside the closure that handed it out.
public struct MutablePictureView {
    /// What the samples are.
    public let format: PictureFormat
    /// As many planes as the format has; a palette's 256 entries follow as one more.
    public let planes: [MutablePlaneView]

    /// Wraps a picture.
    public init(format: PictureFormat, planes: [MutablePlaneView]) {
        self.format = format
        self.planes = planes
    }

    /// The same picture, for reading.
    public var readOnly: PictureView {
        let readable = planes.map { PlaneView(base: UnsafeRawPointer($0.base), stride: $0.stride) }
        return PictureView(format: format, planes: readable)
    }
}
