extension PixelFormat {
    /// Why samples of this format cannot be read and written one by one as whole numbers; nil where they can.
    package var addressingObstacle: String? {
        if model == .opaque || components.isEmpty { return "its samples cannot be addressed one by one" }
        if isFloat { return "its samples are floating-point numbers" }
        let counts: ClosedRange<Int> =
            switch model {
            case .gray: 1...2
            case .palette: 1...2
            case .yuv, .rgb: 3...4
            case .opaque: 0...0
            }
        guard counts.contains(components.count), alphaIndex.map({ $0 == components.count - 1 }) ?? true else {
            return "it has \(components.count) components"
        }
        let shiftLimit = isBitstream ? 7 : 31
        for component in components {
            let bits = isBitstream ? component.depth : component.depth + component.shift
            guard (0..<4).contains(component.plane), component.step > 0, component.step <= 64,
                (-1...64).contains(component.offset), (0...shiftLimit).contains(component.shift),
                (1...16).contains(component.depth), bits <= (isBitstream ? 8 : 32)
            else { return "a component's description makes no sense" }
            // A field of a bit stream lies within one byte.
            if isBitstream,
                component.offset < 0 || component.offset + component.depth > component.step || 8 % component.step != 0
            {
                return "its bit fields cross bytes"
            }
        }
        if model == .palette, components[0].depth != 8 { return "its palette has not 256 entries" }
        guard (0...4).contains(log2ChromaWidth), (0...4).contains(log2ChromaHeight) else {
            return "its chroma is shrunk beyond sense"
        }
        // UYYVYY: luma samples at uneven distances, which a step cannot say.
        if model == .yuv, components[0].plane == components[1].plane,
            components[0].step << log2ChromaWidth != components[1].step
        {
            return "its luma samples are unevenly spaced"
        }
        if model == .yuv, components[0].plane == components[1].plane, log2ChromaHeight > 0 {
            return "its luma and chroma share lines of different height"
        }
        return nil
    }

    /// Which component is alpha. A palette's alpha is in its table, not in a component.
    package var alphaIndex: Int? {
        guard hasAlpha, model != .palette else { return nil }
        return components.count == 2 || components.count == 4 ? components.count - 1 : nil
    }

    /// The bytes a line of `plane` holds in a picture `width` pixels wide, without padding; 0 for a plane the format has
    /// not. A pair or quad of pixels that share chroma bytes counts whole.
    package func lineBytes(ofPlane plane: Int, width: Int) -> Int {
        guard width > 0 else { return 0 }
        var widest: Int?
        for index in components.indices where components[index].plane == plane {
            if components[index].step > widest.map({ components[$0].step }) ?? 0 { widest = index }
        }
        guard let widest else { return 0 }
        let (total, overflow) = components[widest].step.multipliedReportingOverflow(
            by: self.width(ofComponent: widest, in: width))
        if overflow { return 0 }
        return isBitstream ? (total + 7) >> 3 : total
    }

    /// The lines of `plane` in a picture `height` pixels high.
    package func lineCount(ofPlane plane: Int, height: Int) -> Int {
        var lines = 0
        for index in components.indices where components[index].plane == plane {
            lines = max(lines, self.height(ofComponent: index, in: height))
        }
        return lines
    }

    /// Whether 0 is the darkest code value of luma whatever the tags say: RGB, palettes, gray that is not tagged
    /// limited (as FFmpeg's scaler reads it), fields too narrow for foot room, and FFmpeg's "j" formats.
    package func isFullRange(_ range: ColorDescription.Range) -> Bool {
        switch model {
        case .rgb, .palette, .opaque: true
        case .gray: range != .limited || (components.first?.depth ?? 0) < 8
        case .yuv: range == .full || name.hasPrefix("yuvj")
        }
    }
}
