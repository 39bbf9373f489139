/// A fraction as containers write it: a time base, a frame rate, an aspect ratio.
///
/// A denominator or numerator of zero is common in real files and means "not stated"; ask `isValid` before dividing.
public struct Rational: Sendable, Hashable {
    /// The part above the line.
    public var numerator: Int32
    /// The part below the line.
    public var denominator: Int32

    /// Makes the fraction as it stands; nothing is reduced or checked.
    public init(_ numerator: Int32, _ denominator: Int32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Whether the fraction is a positive, finite number.
    public var isValid: Bool { numerator > 0 && denominator > 0 }

    /// The fraction as a number; nil where it is not valid.
    public var value: Double? { isValid ? Double(numerator) / Double(denominator) : nil }
}
