/// A picture shrunk to a few hundred mean values: small enough to compare every frame with those before it. Luma is finer
/// than the two colour differences, which are there so that a change of colour alone is seen too.
package struct LumaThumbnail: Sendable, Hashable {
    /// Luma cells across and down.
    package static let columns = 32
    package static let rows = 18
    /// Cells of each colour difference across and down.
    package static let colorColumns = 16
    package static let colorRows = 9

    /// Mean luma of each cell, row by row: 0 (black) to 255 (white), whatever the picture's range and depth.
    package let luma: [Float]
    /// Mean blue difference of each cell, row by row: −128 to 128, 0 for grey.
    package let blueDifference: [Float]
    /// Mean red difference of each cell, row by row: −128 to 128, 0 for grey.
    package let redDifference: [Float]

    /// Wraps values; nil where there are too few or too many of them. Colour differences that are left out are 0.
    package init?(luma: [Float], blueDifference: [Float]? = nil, redDifference: [Float]? = nil) {
        let colors = Self.colorColumns * Self.colorRows
        let blue = blueDifference ?? [Float](repeating: 0, count: colors)
        let red = redDifference ?? [Float](repeating: 0, count: colors)
        guard luma.count == Self.columns * Self.rows, blue.count == colors, red.count == colors else { return nil }
        self.luma = luma
        self.blueDifference = blue
        self.redDifference = red
    }

    /// Shrinks a picture; nil where its samples cannot be read one by one (`PixelFormat.addressingObstacle`), it is
    /// empty, or planes are missing.
    ///
    /// Every column is read, and of a cell's lines at least ten at uneven distances, so that no regular pattern of lines
    /// hides from it.
    package init?(of picture: PictureView) {
        let format = picture.format
        let pixels = format.pixelFormat
        guard format.width > 0, format.height > 0, pixels.addressingObstacle == nil,
            picture.planes.count >= pixels.planeCount + (pixels.model == .palette ? 1 : 0)
        else { return nil }
        switch pixels.model {
        case .gray:
            self.init(luma: Self.luma(of: picture))
        case .yuv where format.color.matrix != 0:
            self.init(
                luma: Self.luma(of: picture), blueDifference: Self.colorDifference(of: picture, component: 1),
                redDifference: Self.colorDifference(of: picture, component: 2))
        case .yuv:
            // H.273's identity matrix: the planes are green, blue and red.
            let range = pixels.isFullRange(format.color.range)
            let channels = [2, 0, 1].map { index in
                Self.means(of: picture, component: index, Self.columns, Self.rows)
                    .map { Self.level($0, depth: pixels.components[index].depth, isFullRange: range) }
            }
            self.init(red: channels[0], green: channels[1], blue: channels[2])
        case .rgb:
            let channels = (0..<3).map { index in
                Self.means(of: picture, component: index, Self.columns, Self.rows)
                    .map { Self.level($0, depth: pixels.components[index].depth, isFullRange: true) }
            }
            self.init(red: channels[0], green: channels[1], blue: channels[2])
        case .palette:
            let channels = Self.paletteMeans(of: picture)
            self.init(red: channels[0], green: channels[1], blue: channels[2])
        case .opaque:
            return nil
        }
    }

    /// BT.709's weights will do for a comparison.
    private init?(red: [Float], green: [Float], blue: [Float]) {
        let luma = red.indices.map { 0.2126 * red[$0] + 0.7152 * green[$0] + 0.0722 * blue[$0] }
        let blueDifference = luma.indices.map { (blue[$0] - luma[$0]) / 1.8556 }
        let redDifference = luma.indices.map { (red[$0] - luma[$0]) / 1.5748 }
        self.init(
            luma: luma, blueDifference: Self.halved(blueDifference), redDifference: Self.halved(redDifference))
    }

    private static func luma(of picture: PictureView) -> [Float] {
        let format = picture.format.pixelFormat
        let isFullRange = format.isFullRange(picture.format.color.range)
        let levels = means(of: picture, component: 0, columns, rows)
            .map { level($0, depth: format.components[0].depth, isFullRange: isFullRange) }
        // White is 0 in this one format; its descriptor does not say so.
        return format.name == "monow" ? levels.map { 255 - $0 } : levels
    }

    private static func colorDifference(of picture: PictureView, component index: Int) -> [Float] {
        let format = picture.format.pixelFormat
        let depth = format.components[index].depth
        let middle = Float(1 << (depth - 1))
        let span =
            format.isFullRange(picture.format.color.range)
            ? Float((1 << depth) - 1) : 224 * Float(1 << depth) / 256
        return means(of: picture, component: index, colorColumns, colorRows)
            .map { min(max(($0 - middle) * 255 / span, -128), 128) }
    }

    private static func level(_ value: Float, depth: Int, isFullRange: Bool) -> Float {
        if isFullRange || depth < 8 { return value * 255 / Float((1 << depth) - 1) }
        return min(max((value / Float(1 << (depth - 8)) - 16) * 255 / 219, 0), 255)
    }

    private static func halved(_ cells: [Float]) -> [Float] {
        (0..<colorRows * colorColumns).map { index in
            let corner = index / colorColumns * 2 * columns + index % colorColumns * 2
            return (cells[corner] + cells[corner + 1] + cells[corner + columns] + cells[corner + columns + 1]) / 4
        }
    }
}
