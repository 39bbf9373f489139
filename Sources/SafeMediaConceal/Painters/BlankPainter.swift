package import SafeMediaFrames

/// Paints a picture black.
package struct BlankPainter {
    /// Makes every pixel true black in the picture's range, depth and matrix, and opaque.
    ///
    /// The format must be paintable (`PixelFormat.canBePainted`). Bytes between lines are left alone.
    package static func paint(_ picture: MutablePictureView) {
        let canvas = Canvas(picture)
        if picture.format.pixelFormat.model == .palette { Palette.write([], into: picture) }
        canvas.paint(Black(grey: Grey(picture.format)))
    }

    private struct Black: LineSource {
        let grey: Grey

        func key(component: Int, line: Int) -> Int { 0 }

        func fill(_ values: UnsafeMutablePointer<UInt16>, count: Int, component: Int, line: Int) {
            values.update(repeating: grey.value(component: component, level: 0), count: count)
        }
    }
}
