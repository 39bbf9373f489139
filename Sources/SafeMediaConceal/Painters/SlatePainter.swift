package import SafeMediaFrames

/// Paints a neutral slate: a crossed-out eye on dark grey.
package struct SlatePainter {
    /// Paints the whole picture, scaled to its size, opaque, in its range, depth and matrix.
    ///
    /// The format must be paintable (`PixelFormat.canBePainted`). Bytes between lines are left alone.
    package static func paint(_ picture: MutablePictureView) {
        let canvas = Canvas(picture)
        let format = picture.format
        if format.pixelFormat.model == .palette {
            Palette.write((0..<256).map { UInt32($0) * 0x01_01_01 }, into: picture)
        }
        canvas.paint(Drawing(grey: Grey(format), symbol: EyeSymbol(width: format.width, height: format.height)))
    }

    private struct Drawing: LineSource {
        static let ground = 0.16
        static let ink = 0.72

        let grey: Grey
        let symbol: EyeSymbol

        func key(component: Int, line: Int) -> Int { isPlain(component, line) ? -1 : line }

        func fill(_ values: UnsafeMutablePointer<UInt16>, count: Int, component: Int, line: Int) {
            values.update(repeating: grey.value(component: component, level: Self.ground), count: count)
            if isPlain(component, line) { return }
            for x in symbol.columns.clamped(to: 0..<count) {
                let share = symbol.coverage(x: Double(x) + 0.5, y: Double(line) + 0.5)
                guard share > 0 else { continue }
                let level = Self.ground + (Self.ink - Self.ground) * share
                values[x] = grey.value(component: component, level: level)
            }
        }

        /// Chroma is grey everywhere, unless the matrix is the identity and chroma planes hold colours.
        private func isPlain(_ component: Int, _ line: Int) -> Bool {
            let isNeutral = grey.format.isChroma(component) && grey.color.matrix != 0
            let sharesLine =
                isNeutral && grey.format.components[0].plane == grey.format.components[component].plane
            return (isNeutral && !sharesLine) || !symbol.lines.contains(line)
        }
    }
}
