import SafeMediaFrames

/// What a painter wants a picture to show, line by line and component by component. Alpha is not asked for: it is always
/// opaque.
protocol LineSource {
    /// Lines of one component with the same key hold the same values.
    func key(component: Int, line: Int) -> Int
    /// Writes the code values of a line.
    func fill(_ values: UnsafeMutablePointer<UInt16>, count: Int, component: Int, line: Int)
}

/// Writes lines of samples into a picture of any paintable format. Every byte of a line is written, also bits that no
/// component covers and the unseen half of a last pixel pair, so that nothing of the old picture stays; bytes between
/// lines are left alone.
struct Canvas {
    let picture: MutablePictureView

    /// Traps when the format cannot be painted or a plane is missing: to return quietly would leave the picture in clear.
    init(_ picture: MutablePictureView) {
        let format = picture.format.pixelFormat
        precondition(
            format.canBePainted, "cannot paint \(format.name): convert the picture first (see PixelFormat.canBePainted)"
        )
        precondition(
            picture.planes.count >= format.planeCount + (format.model == .palette ? 1 : 0),
            "a \(format.name) picture has more planes than the view")
        self.picture = picture
    }

    /// Samples that a line of component `index` stores: in packed 4:2:2 a last odd pixel has an unseen twin.
    static func storedWidth(of format: PixelFormat, component index: Int, width: Int) -> Int {
        guard format.model == .yuv, !format.isChroma(index),
            format.components[index].plane == format.components[1].plane
        else { return format.width(ofComponent: index, in: width) }
        return format.width(ofComponent: 1, in: width) << format.log2ChromaWidth
    }

    func paint(_ source: some LineSource) {
        let format = picture.format.pixelFormat
        guard picture.format.width > 0, picture.format.height > 0 else { return }
        let widest = picture.format.width + (1 << format.log2ChromaWidth)
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: widest) { buffer in
            guard let values = buffer.baseAddress else { return }
            for plane in 0..<format.planeCount { paint(source, plane: plane, values) }
        }
    }

    private func paint(_ source: some LineSource, plane: Int, _ values: UnsafeMutablePointer<UInt16>) {
        let format = picture.format.pixelFormat
        let indices = format.components.indices.filter { format.components[$0].plane == plane }
        let fields = indices.map { SampleField(of: format, component: $0) }
        let counts = indices.map { Self.storedWidth(of: format, component: $0, width: picture.format.width) }
        let lineBytes = format.lineBytes(ofPlane: plane, width: picture.format.width)
        let lineCount = format.lineCount(ofPlane: plane, height: picture.format.height)
        let view = picture.planes[plane]
        let alpha = format.alphaIndex
        // All components of a plane have lines of the same height, so the first one's key speaks for them.
        let spokesman = indices.first { $0 != alpha }
        var previousKey: Int?
        for y in 0..<lineCount {
            let line = view.line(y)
            let key = spokesman.map { source.key(component: $0, line: y) } ?? 0
            if y > 0, key == previousKey {
                line.copyMemory(from: view.line(y - 1), byteCount: lineBytes)
                continue
            }
            previousKey = key
            line.initializeMemory(as: UInt8.self, repeating: 0, count: lineBytes)
            for (position, index) in indices.enumerated() {
                if index == alpha {
                    values.update(repeating: UInt16(fields[position].maximum), count: counts[position])
                } else {
                    source.fill(values, count: counts[position], component: index, line: y)
                }
                fields[position].merge(values, count: counts[position], into: line)
            }
        }
    }
}
