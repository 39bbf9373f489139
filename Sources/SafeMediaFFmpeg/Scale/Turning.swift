import SafeMediaFrames

/// Turns and mirrors samples.
enum Turning {
    /// Writes the upright picture. `width` and `height` are the stored picture's; the target's sides are swapped where the
    /// orientation says so.
    static func turn(
        _ source: PlaneView, width: Int, height: Int, bytesPerPixel: Int, by orientation: PictureOrientation,
        into target: MutablePlaneView
    ) {
        if orientation == .upright {
            for y in 0..<height {
                target.line(y).copyMemory(from: source.line(y), byteCount: width * bytesPerPixel)
            }
            return
        }
        let upright = orientation.swapsSides ? (width: height, height: width) : (width: width, height: height)
        for y in 0..<upright.height {
            var output = target.line(y)
            for x in 0..<upright.width {
                let (storedX, storedY) = stored(x, y, width: width, height: height, orientation)
                output.copyMemory(
                    from: source.line(storedY) + storedX * bytesPerPixel, byteCount: bytesPerPixel)
                output += bytesPerPixel
            }
        }
    }

    /// Where the pixel at (x, y) of the upright picture is stored.
    private static func stored(
        _ x: Int, _ y: Int, width: Int, height: Int, _ orientation: PictureOrientation
    ) -> (Int, Int) {
        let (across, down) =
            switch orientation.quarterTurns {
            case 1: (y, height - 1 - x)
            case 2: (width - 1 - x, height - 1 - y)
            case 3: (width - 1 - y, x)
            default: (x, y)
            }
        return (orientation.isMirrored ? width - 1 - across : across, down)
    }
}
