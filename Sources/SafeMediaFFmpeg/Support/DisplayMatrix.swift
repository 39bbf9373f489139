import SafeMediaFrames

/// The nine numbers by which a container says how a picture is to be turned: 16.16 fixed point, but for the third of
/// each row. A point (x, y) of the stored picture is shown at (a·x + c·y + tx, b·x + d·y + ty), for rows (a, b, u),
/// (c, d, v), (tx, ty, w).
enum DisplayMatrix {
    static let byteCount = 36

    /// The nearest of the eight ways to put a picture; matrices that say nothing leave it upright.
    static func orientation(_ matrix: UnsafePointer<Int32>) -> PictureOrientation {
        let (a, b) = (Int64(matrix[0]), Int64(matrix[1]))
        let (c, d) = (Int64(matrix[3]), Int64(matrix[4]))
        guard c != 0 || d != 0, a != 0 || b != 0 else { return .upright }
        let turns = abs(c) > abs(d) ? (c < 0 ? 1 : 3) : (d > 0 ? 0 : 2)
        let determinant = a * d - b * c
        guard determinant != 0 else { return .upright }
        return PictureOrientation(isMirrored: determinant < 0, quarterTurns: turns)
    }

    /// The matrix of an orientation for a stored picture of the given size, which it keeps in the positive quadrant.
    static func matrix(_ orientation: PictureOrientation, width: Int, height: Int) -> [Int32] {
        let one: Int32 = 1 << 16
        let axes: [(Int32, Int32)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        var (a, b) = axes[orientation.quarterTurns]
        let (c, d) = axes[(orientation.quarterTurns + 1) % 4]
        if orientation.isMirrored { (a, b) = (-a, -b) }
        func shift(_ first: Int32, _ second: Int32) -> Int32 {
            let pixels = (first < 0 ? width : 0) + (second < 0 ? height : 0)
            return Int32(clamping: pixels) &* one
        }
        return [a * one, b * one, 0, c * one, d * one, 0, shift(a, c), shift(b, d), 1 << 30]
    }
}
