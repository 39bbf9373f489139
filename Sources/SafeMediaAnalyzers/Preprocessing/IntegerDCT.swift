/// The DCT of 8 by 8 samples in integers, after Loeffler, Ligtenberg and Moschytz, with the scaling and rounding of
/// libjpeg's accurate integer method, which JPEG readers and writers agree on to the bit.
enum IntegerDCT {
    /// Samples around zero in, eight times the frequencies out.
    static func forward(_ block: UnsafeMutableBufferPointer<Int32>) {
        for line in 0..<8 { forward(block, start: line * 8, step: 1, isFirst: true) }
        for column in 0..<8 { forward(block, start: column, step: 8, isFirst: false) }
    }

    /// Frequencies in, samples around zero out, not yet clipped.
    static func inverse(_ block: UnsafeMutableBufferPointer<Int32>) {
        for column in 0..<8 { inverse(block, start: column, step: 8, shift: fractionBits - passBits) }
        for line in 0..<8 { inverse(block, start: line * 8, step: 1, shift: fractionBits + passBits + 3) }
    }

    /// Bits after the point of the constants.
    private static let fractionBits: Int32 = 13
    /// Bits of precision kept between the two passes.
    private static let passBits: Int32 = 2

    private static func fixed(_ value: Double) -> Int32 { Int32(value * 8192 + 0.5) }

    // Sums and differences of sqrt(2) cos(k pi / 16).
    private static let f0298 = fixed(0.298631336)
    private static let f0390 = fixed(0.390180644)
    private static let f0541 = fixed(0.541196100)
    private static let f0765 = fixed(0.765366865)
    private static let f0899 = fixed(0.899976223)
    private static let f1175 = fixed(1.175875602)
    private static let f1501 = fixed(1.501321110)
    private static let f1847 = fixed(1.847759065)
    private static let f1961 = fixed(1.961570560)
    private static let f2053 = fixed(2.053119869)
    private static let f2562 = fixed(2.562915447)
    private static let f3072 = fixed(3.072711026)

    private static func rounded(_ value: Int32, _ shift: Int32) -> Int32 {
        (value &+ (1 &<< (shift &- 1))) &>> shift
    }

    /// The four odd terms, which both directions turn in the same way.
    private static func odd(
        _ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32
    ) -> (Int32, Int32, Int32, Int32) {
        let both = (a &+ c &+ b &+ d) &* f1175
        let ad = (a &+ d) &* (0 &- f0899)
        let bc = (b &+ c) &* (0 &- f2562)
        let ac = (a &+ c) &* (0 &- f1961) &+ both
        let bd = (b &+ d) &* (0 &- f0390) &+ both
        return (
            a &* f0298 &+ ad &+ ac, b &* f2053 &+ bc &+ bd, c &* f3072 &+ bc &+ ac, d &* f1501 &+ ad &+ bd
        )
    }

    private static func forward(
        _ block: UnsafeMutableBufferPointer<Int32>, start: Int, step: Int, isFirst: Bool
    ) {
        func at(_ index: Int) -> Int32 { block[start &+ index &* step] }
        func put(_ index: Int, _ value: Int32) { block[start &+ index &* step] = value }
        let (s0, d0) = (at(0) &+ at(7), at(0) &- at(7))
        let (s1, d1) = (at(1) &+ at(6), at(1) &- at(6))
        let (s2, d2) = (at(2) &+ at(5), at(2) &- at(5))
        let (s3, d3) = (at(3) &+ at(4), at(3) &- at(4))
        let (outer, outerDifference) = (s0 &+ s3, s0 &- s3)
        let (inner, innerDifference) = (s1 &+ s2, s1 &- s2)
        let shift = isFirst ? fractionBits - passBits : fractionBits + passBits
        if isFirst {
            put(0, (outer &+ inner) &<< passBits)
            put(4, (outer &- inner) &<< passBits)
        } else {
            put(0, rounded(outer &+ inner, passBits))
            put(4, rounded(outer &- inner, passBits))
        }
        let turn = (innerDifference &+ outerDifference) &* f0541
        put(2, rounded(turn &+ outerDifference &* f0765, shift))
        put(6, rounded(turn &- innerDifference &* f1847, shift))
        let (o7, o5, o3, o1) = odd(d3, d2, d1, d0)
        put(7, rounded(o7, shift))
        put(5, rounded(o5, shift))
        put(3, rounded(o3, shift))
        put(1, rounded(o1, shift))
    }

    private static func inverse(
        _ block: UnsafeMutableBufferPointer<Int32>, start: Int, step: Int, shift: Int32
    ) {
        func at(_ index: Int) -> Int32 { block[start &+ index &* step] }
        let turn = (at(2) &+ at(6)) &* f0541
        let (even6, even2) = (turn &- at(6) &* f1847, turn &+ at(2) &* f0765)
        let (sum, difference) = ((at(0) &+ at(4)) &<< fractionBits, (at(0) &- at(4)) &<< fractionBits)
        let evens = (sum &+ even2, difference &+ even6, difference &- even6, sum &- even2)
        let (o7, o5, o3, o1) = odd(at(7), at(5), at(3), at(1))
        let pairs = [(evens.0, o1), (evens.1, o3), (evens.2, o5), (evens.3, o7)]
        for (index, (even, odd)) in pairs.enumerated() {
            block[start &+ index &* step] = rounded(even &+ odd, shift)
            block[start &+ (7 &- index) &* step] = rounded(even &- odd, shift)
        }
    }
}
