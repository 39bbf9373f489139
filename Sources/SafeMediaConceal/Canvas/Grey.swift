import SafeMediaFrames

/// The code values of neutral greys in a format and range.
struct Grey {
    let format: PixelFormat
    let color: ColorDescription

    init(_ picture: PictureFormat) {
        format = picture.pixelFormat
        color = picture.color
    }

    /// The value of component `index` for a grey of `level`, 0 (black) to 1 (white).
    func value(component index: Int, level: Double) -> UInt16 {
        let depth = format.components[index].depth
        let maximum = Double((1 << depth) - 1)
        if format.isChroma(index), color.matrix != 0 { return UInt16(1 << (depth - 1)) }
        // Too few steps for a grey: the three channels would round apart and give a colour.
        var level = min(max(level, 0), 1)
        if depth < 5 { level = level < 0.5 ? 0 : 1 }
        // White is 0 in this one format; its descriptor does not say so.
        if format.name == "monow" { level = 1 - level }
        if format.isFullRange(color.range) || depth < 8 { return UInt16((level * maximum).rounded()) }
        let unit = Double(1 << (depth - 8))
        return UInt16(((16 + 219 * level) * unit).rounded())
    }
}
