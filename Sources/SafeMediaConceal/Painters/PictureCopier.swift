package import SafeMediaFrames

/// Copies pictures between frames of different strides.
package struct PictureCopier {
    /// Copies the lines of `source` into `target`, whatever the strides (padded, negative). Bytes between lines are left
    /// alone. Colour tags are not compared.
    ///
    /// - Returns: false, with nothing written, if pixel format or size differ or a plane is missing.
    package static func copy(_ source: PictureView, into target: MutablePictureView) -> Bool {
        guard source.hasSameSamples(as: target.format) else { return false }
        let format = source.format.pixelFormat
        let needed = format.planeCount + (format.model == .palette ? 1 : 0)
        guard needed > 0, source.planes.count >= needed, target.planes.count >= needed else { return false }
        for plane in 0..<format.planeCount {
            let bytes = format.lineBytes(ofPlane: plane, width: source.format.width)
            for y in 0..<format.lineCount(ofPlane: plane, height: source.format.height) {
                target.planes[plane].line(y).copyMemory(from: source.planes[plane].line(y), byteCount: bytes)
            }
        }
        if format.model == .palette {
            target.planes[1].base.copyMemory(from: source.planes[1].base, byteCount: Palette.count * 4)
        }
        return true
    }
}

extension PictureView {
    /// Whether a picture of `other` has the same pixel format and size.
    func hasSameSamples(as other: PictureFormat) -> Bool {
        format.pixelFormat == other.pixelFormat && format.width == other.width && format.height == other.height
    }
}
