import SafeMediaFrames

extension Turning {
    /// Bytes from one pixel to the next of each plane; nil where pixels share bytes, so that they cannot be moved alone.
    static func pixelBytes(of format: PixelFormat) -> [Int]? {
        var result = [Int](repeating: 0, count: format.planeCount)
        var chroma = [Bool?](repeating: nil, count: format.planeCount)
        for (index, component) in format.components.enumerated() {
            let isChroma = format.isChroma(index)
            if let other = chroma[component.plane], other != isChroma, format.log2ChromaWidth > 0 { return nil }
            if result[component.plane] != 0, result[component.plane] != component.step { return nil }
            chroma[component.plane] = isChroma
            result[component.plane] = component.step
        }
        return result.allSatisfy { $0 > 0 } ? result : nil
    }

    /// Turns every plane of a picture whose format `pixelBytes` knows.
    static func turn(
        _ source: FrameStorage, _ format: PictureFormat, by orientation: PictureOrientation, into target: FrameStorage
    ) {
        guard let steps = pixelBytes(of: format.pixelFormat) else { return }
        for plane in 0..<format.pixelFormat.planeCount {
            guard let component = format.pixelFormat.components.firstIndex(where: { $0.plane == plane }),
                let input = source.data(plane), let output = target.data(plane)
            else { continue }
            turn(
                PlaneView(base: UnsafeRawPointer(input), stride: source.stride(plane)),
                width: format.pixelFormat.width(ofComponent: component, in: format.width),
                height: format.pixelFormat.height(ofComponent: component, in: format.height),
                bytesPerPixel: steps[plane], by: orientation,
                into: MutablePlaneView(base: UnsafeMutableRawPointer(output), stride: target.stride(plane)))
        }
    }
}
