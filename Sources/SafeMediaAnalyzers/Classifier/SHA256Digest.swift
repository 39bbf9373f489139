import Foundation

/// SHA-256 (FIPS 180-4), for telling one model file from another.
enum SHA256Digest {
    /// The digest of a file in lower-case hexadecimal.
    static func hexadecimal(ofFile path: String) throws(AnalyzerError) -> String {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            throw AnalyzerError("\(path) cannot be read")
        }
        return data.withUnsafeBytes { hexadecimal(of: $0) }
    }

    /// The digest of bytes in lower-case hexadecimal.
    static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String {
        var state = initialState
        var schedule = [UInt32](repeating: 0, count: 64)
        let whole = bytes.count / 64 * 64
        // What is left, a one bit, zeros, and the length in bits.
        var tail = Array(bytes[whole...]) + [0x80]
        while tail.count % 64 != 56 { tail.append(0) }
        let bitCount = UInt64(bytes.count) &* 8
        tail += (0..<8).map { UInt8(truncatingIfNeeded: bitCount &>> UInt64(56 - 8 * $0)) }
        schedule.withUnsafeMutableBufferPointer { schedule in
            constants.withUnsafeBufferPointer { constants in
                for start in stride(from: 0, to: whole, by: 64) {
                    compress(bytes, at: start, &state, schedule, constants)
                }
                tail.withUnsafeBytes { tail in
                    for start in stride(from: 0, to: tail.count, by: 64) {
                        compress(tail, at: start, &state, schedule, constants)
                    }
                }
            }
        }
        let words = [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7]
        return words.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    private static func compress(
        _ bytes: UnsafeRawBufferPointer, at start: Int, _ state: inout State,
        _ w: UnsafeMutableBufferPointer<UInt32>, _ k: UnsafeBufferPointer<UInt32>
    ) {
        for index in 0..<16 {
            w[index] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start &+ index &* 4, as: UInt32.self))
        }
        for index in 16..<64 {
            let (near, far) = (w[index &- 2], w[index &- 15])
            let s1 = (near &>> 17 | near &<< 15) ^ (near &>> 19 | near &<< 13) ^ near &>> 10
            let s0 = (far &>> 7 | far &<< 25) ^ (far &>> 18 | far &<< 14) ^ far &>> 3
            w[index] = w[index &- 16] &+ s0 &+ w[index &- 7] &+ s1
        }
        var (a, b, c, d, e, f, g, h) = state
        for index in 0..<64 {
            let s1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ s1 &+ choice &+ k[index] &+ w[index]
            let s0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
            let second = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state.0 = state.0 &+ a
        state.1 = state.1 &+ b
        state.2 = state.2 &+ c
        state.3 = state.3 &+ d
        state.4 = state.4 &+ e
        state.5 = state.5 &+ f
        state.6 = state.6 &+ g
        state.7 = state.7 &+ h
    }

    private static let primes: [Int] = {
        var found: [Int] = []
        var candidate = 2
        while found.count < 64 {
            if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }()

    /// The first 32 bits after the point of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes.map { fraction(of: cbrt(Double($0))) }

    /// The same of the square roots of the first eight.
    private static let initialState: State = {
        let roots = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }
        return (roots[0], roots[1], roots[2], roots[3], roots[4], roots[5], roots[6], roots[7])
    }()

    private static func fraction(of root: Double) -> UInt32 {
        UInt32((root - root.rounded(.down)) * 4_294_967_296)
    }
}
