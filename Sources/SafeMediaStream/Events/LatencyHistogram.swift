import SafeMediaFrames

/// Counts lengths of time in buckets an eighth of their size wide: what it knows of any length is at most an eighth too
/// long, in memory that never grows.
struct LatencyHistogram {
    /// Buckets for each power of two.
    private static let fineness = 8
    private static let finenessBits = 3
    /// 64 bits of nanoseconds, of which the first few need no powers of their own.
    private var buckets = [Int](repeating: 0, count: 64 * fineness)
    private(set) var count = 0
    private(set) var maximum = StreamTime.zero
    private var sum = StreamTime.zero

    /// Counts a length; a negative one counts as nothing.
    mutating func record(_ time: StreamTime) {
        let time = max(time, .zero)
        buckets[Self.bucket(of: UInt64(time.nanoseconds))] += 1
        count += 1
        sum = sum + time
        maximum = max(maximum, time)
    }

    /// The mean; zero where nothing was counted.
    var mean: StreamTime { count == 0 ? .zero : StreamTime(nanoseconds: sum.nanoseconds / Int64(count)) }

    /// What this share of the lengths stayed within, to the upper end of a bucket.
    func percentile(_ share: Double) -> StreamTime {
        var rest = Int((Double(count) * share).rounded(.up))
        for (index, bucket) in buckets.enumerated() where bucket > 0 {
            rest -= bucket
            if rest <= 0 { return min(StreamTime(nanoseconds: Self.upperBound(of: index)), maximum) }
        }
        return maximum
    }

    private static func bucket(of nanoseconds: UInt64) -> Int {
        guard nanoseconds >= UInt64(fineness) else { return Int(nanoseconds) }
        let power = 63 - nanoseconds.leadingZeroBitCount
        let part = Int((nanoseconds >> UInt64(power - finenessBits)) & UInt64(fineness - 1))
        return (power - finenessBits + 1) * fineness + part
    }

    /// The largest length in a bucket, in nanoseconds.
    private static func upperBound(of bucket: Int) -> Int64 {
        guard bucket >= fineness else { return Int64(bucket) }
        let power = bucket / fineness + finenessBits - 1
        let width = UInt64(1) << UInt64(power - finenessBits)
        let start = (UInt64(fineness) + UInt64(bucket % fineness)) << UInt64(power - finenessBits)
        return Int64(clamping: start + (width - 1))
    }
}
