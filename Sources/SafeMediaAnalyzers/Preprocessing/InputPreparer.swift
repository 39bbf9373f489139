package import SafeMediaFrames

/// Makes a model's input of a picture: resize, crop, JPEG round trip, channel order, mean and scale. It is the same
/// for a still picture, a file's frame and a live frame, to the bit.
package struct InputPreparer: Sendable {
    private let input: ModelInput
    private let preprocessing: Preprocessing

    /// Makes a preparer.
    package init(input: ModelInput, preprocessing: Preprocessing) {
        self.input = input
        self.preprocessing = preprocessing
    }

    /// What the preparer is to be given: the picture as large as it is, since the resizing is its own. Beyond 8192
    /// pixels it comes scaled down, to bound memory.
    package var sampleFormat: SampleFormat {
        SampleFormat(channels: .rgb, size: .limited(longerSide: 8192), resampling: .bilinear)
    }

    /// The picture at the input's size: packed RGB, as it is before mean and scale.
    package func pixels(of picture: SamplePicture) throws(AnalyzerError) -> [UInt8] {
        guard picture.channels == .rgb, picture.width > 0, picture.height > 0 else {
            throw AnalyzerError("the model needs an RGB sample with pixels in it")
        }
        var result =
            switch preprocessing.rule {
            case .stretch: cropped(picture, width: preprocessing.width, height: preprocessing.height)
            case .fit: fitted(picture)
            }
        if let quality = preprocessing.jpegQuality {
            JPEGRoundTrip(quality: quality).apply(to: &result, width: input.width, height: input.height)
        }
        return result
    }

    /// Resizes to `width` by `height` and keeps the middle.
    private func cropped(_ picture: SamplePicture, width: Int, height: Int) -> [UInt8] {
        let (left, top) = ((width - input.width) / 2, (height - input.height) / 2)
        return Resampler(width: width, height: height, filter: preprocessing.filter).resize(
            picture.bytes, width: picture.width, height: picture.height,
            columns: left..<left + input.width, rows: top..<top + input.height)
    }

    /// Resizes to fit, and puts the middle of it on black.
    private func fitted(_ picture: SamplePicture) -> [UInt8] {
        let ratio = min(
            Double(preprocessing.width) / Double(picture.width), Double(preprocessing.height) / Double(picture.height))
        let width = min(max(Int((Double(picture.width) * ratio).rounded()), 1), preprocessing.width)
        let height = min(max(Int((Double(picture.height) * ratio).rounded()), 1), preprocessing.height)
        let (keptWidth, keptHeight) = (min(width, input.width), min(height, input.height))
        let (cutLeft, cutTop) = ((width - keptWidth) / 2, (height - keptHeight) / 2)
        let kept = Resampler(width: width, height: height, filter: preprocessing.filter).resize(
            picture.bytes, width: picture.width, height: picture.height,
            columns: cutLeft..<cutLeft + keptWidth, rows: cutTop..<cutTop + keptHeight)
        var result = [UInt8](repeating: 0, count: input.width * input.height * 3)
        let (left, top) = ((input.width - keptWidth) / 2, (input.height - keptHeight) / 2)
        for row in 0..<keptHeight {
            let target = ((top + row) * input.width + left) * 3
            let source = row * keptWidth * 3
            result.replaceSubrange(target..<target + keptWidth * 3, with: kept[source..<source + keptWidth * 3])
        }
        return result
    }

    /// Writes the input's samples.
    ///
    /// - Parameter target: exactly the input's size in bytes, aligned for its element type.
    package func write(_ pixels: [UInt8], to target: UnsafeMutableRawBufferPointer) {
        let count = input.width * input.height
        precondition(target.count == input.byteCount && pixels.count == count * 3)
        let order = input.channels == .rgb ? [0, 1, 2] : [2, 1, 0]
        let (pixelStep, channelStep) = input.layout == .nhwc ? (3, 1) : (1, count)
        let samples = target.assumingMemoryBound(to: Float.self)
        for channel in 0..<3 {
            let (mean, scale) = (input.mean[channel], input.scale[channel])
            var (source, sink) = (order[channel], channel * channelStep)
            for _ in 0..<count {
                switch input.elementType {
                case .f32: samples[sink] = (Float(pixels[source]) - mean) * scale
                case .u8: target[sink] = pixels[source]
                }
                source += 3
                sink += pixelStep
            }
        }
    }
}
