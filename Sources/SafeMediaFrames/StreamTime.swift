/// A point or a length on a stream's own time line, in whole nanoseconds.
///
/// Only decisions are made in stream time; packets and frames keep their own ticks. Arithmetic saturates, since numbers
/// read from a file may be absurd and must not trap.
public struct StreamTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since the stream's zero; may be negative.
    public var nanoseconds: Int64

    /// Makes a time from whole nanoseconds.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Makes a time from seconds. NaN becomes zero; what does not fit becomes the nearest representable time.
    public init(seconds: Double) {
        let scaled = (seconds * 1e9).rounded()
        if scaled.isNaN {
            nanoseconds = 0
        } else if scaled >= 9.2e18 {
            nanoseconds = .max
        } else if scaled <= -9.2e18 {
            nanoseconds = .min
        } else {
            nanoseconds = Int64(scaled)
        }
    }

    /// Makes a time from a container's ticks, rounded to the nearest nanosecond.
    ///
    /// - Returns: nil where the time base is not a positive number or the result does not fit.
    public init?(ticks: Int64, timeBase: Rational) {
        guard timeBase.isValid else { return nil }
        let scaled = Int128(ticks) * Int128(timeBase.numerator) * 1_000_000_000
        let divisor = Int128(timeBase.denominator)
        let half = scaled < 0 ? -(divisor / 2) : divisor / 2
        guard let rounded = Int64(exactly: (scaled + half) / divisor) else { return nil }
        nanoseconds = rounded
    }

    /// The stream's zero, and the empty length.
    public static let zero = StreamTime(nanoseconds: 0)
    /// Later than every frame.
    public static let distantFuture = StreamTime(nanoseconds: .max)
    /// Earlier than every frame.
    public static let distantPast = StreamTime(nanoseconds: .min)

    /// The time in seconds, as near as a `Double` comes.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Whether one time lies before another.
    public static func < (left: StreamTime, right: StreamTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The sum, or the nearest representable time.
    public static func + (left: StreamTime, right: StreamTime) -> StreamTime {
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return StreamTime(nanoseconds: overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// The difference, or the nearest representable time.
    public static func - (left: StreamTime, right: StreamTime) -> StreamTime {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return StreamTime(nanoseconds: overflow ? (right.nanoseconds < 0 ? .max : .min) : difference)
    }

    /// The time so many times over, or the nearest representable time.
    public static func * (left: StreamTime, right: Int64) -> StreamTime {
        let (product, overflow) = left.nanoseconds.multipliedReportingOverflow(by: right)
        return StreamTime(nanoseconds: overflow ? ((left.nanoseconds < 0) == (right < 0) ? .max : .min) : product)
    }
}
