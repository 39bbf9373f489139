import CFFmpeg
package import SafeMediaFrames

extension Rational {
    init(_ native: AVRational) { self.init(native.num, native.den) }

    var native: AVRational { AVRational(num: numerator, den: denominator) }
}

/// Timestamps in a container's own units, which are optional until proven present.
package enum Ticks {
    /// A time as C has it; nil where it is not stated.
    static func optional(_ value: Int64) -> Int64? { value == SMF_NOPTS ? nil : value }

    /// A time as C wants it.
    static func native(_ value: Int64?) -> Int64 { value ?? SMF_NOPTS }

    /// Ticks of one time base in another, to the nearest; halves away from zero.
    ///
    /// - Returns: nil where a time base is not valid or the result does not fit.
    package static func rescale(_ ticks: Int64, from source: Rational, to target: Rational) -> Int64? {
        guard source.isValid, target.isValid else { return nil }
        if source == target { return ticks == SMF_NOPTS ? nil : ticks }
        let numerator = Int128(ticks) * Int128(source.numerator) * Int128(target.denominator)
        let divisor = Int128(source.denominator) * Int128(target.numerator)
        let half = numerator < 0 ? -(divisor / 2) : divisor / 2
        guard let result = Int64(exactly: (numerator + half) / divisor), result != SMF_NOPTS else { return nil }
        return result
    }

    /// A point of stream time in ticks.
    package static func ticks(_ time: StreamTime, in timeBase: Rational) -> Int64? {
        rescale(time.nanoseconds, from: Rational(1, 1_000_000_000), to: timeBase)
    }
}
