/// How a picture is cut into tiles. It follows from the picture's size alone, never from what it shows.
struct TileGrid: Hashable {
    /// A tile is never smaller than this, in pixels, or small pictures would come through as they are.
    static let smallestTile = 8

    let columns: Int
    let rows: Int

    /// At most `samplesAcross` tiles along the longer side, and tiles as square as that allows.
    init(width: Int, height: Int, samplesAcross: Int) {
        let longer = max(width, height, 1)
        let shorter = max(min(width, height), 1)
        let along = max(1, min(samplesAcross, longer / Self.smallestTile))
        // Both factors are far below 2^31: along is at most 256 (`TileMeans.mostSamples`).
        let across = max(1, min((shorter * along + longer / 2) / longer, along))
        (columns, rows) = width >= height ? (along, across) : (across, along)
    }

    /// Where `count` tiles begin on a line of `length` samples, and the end of the last one.
    static func edges(count: Int, length: Int) -> [Int] {
        let count = max(1, min(count, length))
        return (0...count).map { $0 * length / count }
    }
}
