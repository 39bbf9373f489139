import SafeMediaFrames

/// A thumbnail and, of each cell, the darkest and the brightest value among the cell and its eight neighbours: what motion
/// of up to a cell can bring there by the next frame.
struct ThumbnailEnvelope: Sendable {
    /// How much a frame differs from an earlier one, in code values of 255, as means over the whole picture.
    struct Difference {
        /// What motion of up to a cell does not explain.
        var novelty: Float
        /// All of it.
        var total: Float
    }

    /// A colour difference counts half: its cells are coarser, and noise in them is common.
    private static let colorWeight: Float = 0.5

    private let planes: [Plane]

    init(_ thumbnail: LumaThumbnail) {
        let (columns, colors) = (LumaThumbnail.columns, LumaThumbnail.colorColumns)
        planes = [
            Plane(thumbnail.luma, columns: columns, weight: 1),
            Plane(thumbnail.blueDifference, columns: colors, weight: Self.colorWeight),
            Plane(thumbnail.redDifference, columns: colors, weight: Self.colorWeight),
        ]
    }

    /// How `later` differs from this one.
    func difference(to later: ThumbnailEnvelope) -> Difference {
        var sum = Difference(novelty: 0, total: 0)
        for (plane, other) in zip(planes, later.planes) {
            var novelty: Float = 0
            var total: Float = 0
            for index in plane.values.indices {
                let value = other.values[index]
                total += abs(value - plane.values[index])
                novelty += max(value - plane.highs[index], 0) + max(plane.lows[index] - value, 0)
            }
            let share = plane.weight / Float(plane.values.count)
            sum.novelty += novelty * share
            sum.total += total * share
        }
        return sum
    }

    private struct Plane: Sendable {
        let values: [Float]
        let lows: [Float]
        let highs: [Float]
        let weight: Float

        init(_ values: [Float], columns: Int, weight: Float) {
            self.values = values
            self.weight = weight
            lows = Self.spread(values, columns) { min($0, $1) }
            highs = Self.spread(values, columns) { max($0, $1) }
        }

        /// The extreme of each cell's three by three neighbours, found along rows first and then along columns.
        @inline(__always)
        private static func spread(_ values: [Float], _ columns: Int, _ pick: (Float, Float) -> Float) -> [Float] {
            var along = values
            for index in values.indices {
                let column = index % columns
                if column > 0 { along[index] = pick(along[index], values[index - 1]) }
                if column < columns - 1 { along[index] = pick(along[index], values[index + 1]) }
            }
            var both = along
            for index in values.indices {
                if index >= columns { both[index] = pick(both[index], along[index - columns]) }
                if index + columns < values.count { both[index] = pick(both[index], along[index + columns]) }
            }
            return both
        }
    }
}
