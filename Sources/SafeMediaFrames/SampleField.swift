/// Reads and writes one component's samples on a line, whatever their container. Loops run inside, a whole run of samples
/// a call, so that the common containers are summed and stored at the speed of memory.
package struct SampleField: Sendable {
    enum Container: Sendable { case byte, word, long, bits }

    /// The plane that holds the component.
    package let plane: Int
    /// The largest value.
    package let maximum: UInt32
    let container: Container
    let step: Int
    let offset: Int
    let shift: UInt32
    let depth: Int
    let isBigEndian: Bool

    /// The field of component `index`, which must be addressable (`PixelFormat.addressingObstacle`).
    package init(of format: PixelFormat, component index: Int) {
        let component = format.components[index]
        plane = component.plane
        maximum = UInt32((UInt64(1) << UInt64(component.depth)) - 1)
        depth = component.depth
        step = component.step
        isBigEndian = format.isBigEndian
        let bits = component.shift + component.depth
        if format.isBitstream {
            container = .bits
            shift = 0
            offset = component.offset
        } else {
            container = bits <= 8 ? .byte : bits <= 16 ? .word : .long
            shift = UInt32(component.shift)
            // In FFmpeg's big-endian descriptors a field of eight bits or fewer is found one byte further on.
            offset = component.offset + (container == .byte && format.isBigEndian ? 1 : 0)
        }
    }

    /// Whether the samples fill whole containers, so that a store need not keep bits beside them.
    var fillsContainer: Bool {
        switch container {
        case .byte: depth == 8
        case .word: depth == 16
        case .long, .bits: false
        }
    }

    /// The sample at `x`.
    @inline(__always)
    package func value(_ line: UnsafeRawPointer, _ x: Int) -> UInt32 {
        switch container {
        case .byte:
            return (UInt32(line.load(fromByteOffset: x &* step &+ offset, as: UInt8.self)) >> shift) & maximum
        case .word:
            return (UInt32(word(line, x)) >> shift) & maximum
        case .long:
            let raw = line.loadUnaligned(fromByteOffset: x &* step &+ offset, as: UInt32.self)
            return ((isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)) >> shift) & maximum
        case .bits:
            let bit = x &* step &+ offset
            let byte = UInt32(line.load(fromByteOffset: bit >> 3, as: UInt8.self))
            return (byte >> UInt32(8 &- depth &- (bit & 7))) & maximum
        }
    }

    @inline(__always)
    private func word(_ line: UnsafeRawPointer, _ x: Int) -> UInt16 {
        let raw = line.loadUnaligned(fromByteOffset: x &* step &+ offset, as: UInt16.self)
        return isBigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw)
    }

    /// The sum of the samples from `start` up to, not including, `end`.
    package func sum(_ line: UnsafeRawPointer, from start: Int, to end: Int) -> UInt64 {
        guard end > start else { return 0 }
        switch container {
        case .byte where depth == 8:
            let first = (line + (start &* step &+ offset)).assumingMemoryBound(to: UInt8.self)
            switch step {
            case 1: return Self.sum(first, count: end &- start, step: 1)
            case 2: return Self.sum(first, count: end &- start, step: 2)
            case 3: return Self.sum(first, count: end &- start, step: 3)
            case 4: return Self.sum(first, count: end &- start, step: 4)
            default: return Self.sum(first, count: end &- start, step: step)
            }
        case .word where step == 2 && !isBigEndian:
            return sumOfWords(line, from: start, to: end, step: 2, isBigEndian: false)
        case .word where step == 2:
            return sumOfWords(line, from: start, to: end, step: 2, isBigEndian: true)
        case .word where step == 4 && !isBigEndian:
            return sumOfWords(line, from: start, to: end, step: 4, isBigEndian: false)
        default:
            var total: UInt64 = 0
            for x in start..<end { total &+= UInt64(value(line, x)) }
            return total
        }
    }

    @inline(__always)
    private func sumOfWords(
        _ line: UnsafeRawPointer, from start: Int, to end: Int, step: Int, isBigEndian: Bool
    ) -> UInt64 {
        // 32 bits hold 65,536 words.
        var total: UInt64 = 0
        var x = start
        while x < end {
            let stop = min(end, x &+ (1 << 16))
            var run: UInt32 = 0
            while x < stop {
                let raw = line.loadUnaligned(fromByteOffset: x &* step &+ offset, as: UInt16.self)
                let word = isBigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw)
                run &+= (UInt32(word) &>> shift) & maximum
                x &+= 1
            }
            total &+= UInt64(run)
        }
        return total
    }

    @inline(__always)
    private static func sum(_ first: UnsafePointer<UInt8>, count: Int, step: Int) -> UInt64 {
        // 32 bits hold 16 million bytes; a line is cut into runs well below that.
        var total: UInt64 = 0
        var x = 0
        while x < count {
            let end = min(count, x &+ (1 << 20))
            var run: UInt32 = 0
            while x < end {
                run &+= UInt32(first[x &* step])
                x &+= 1
            }
            total &+= UInt64(run)
        }
        return total
    }

    /// Stores `count` values from the start of the line. The line's bytes must have been zeroed before its first field is
    /// stored: fields that share bytes are merged, and what no field covers stays zero.
    package func merge(_ values: UnsafePointer<UInt16>, count: Int, into line: UnsafeMutableRawPointer) {
        switch container {
        case .byte where fillsContainer && step == 1:
            let bytes = (line + offset).assumingMemoryBound(to: UInt8.self)
            for x in 0..<count { bytes[x] = UInt8(truncatingIfNeeded: values[x]) }
        case .byte where fillsContainer && step == 2:
            let bytes = (line + offset).assumingMemoryBound(to: UInt8.self)
            for x in 0..<count { bytes[x &* 2] = UInt8(truncatingIfNeeded: values[x]) }
        case .word where step == 2 && !isBigEndian:
            let bits = UInt16(truncatingIfNeeded: shift)
            for x in 0..<count {
                let at = x &* 2 &+ offset
                let old = line.loadUnaligned(fromByteOffset: at, as: UInt16.self)
                line.storeBytes(of: old | (values[x] &<< bits).littleEndian, toByteOffset: at, as: UInt16.self)
            }
        default:
            for x in 0..<count { merge(UInt32(values[x]), into: line, x) }
        }
    }

    @inline(__always)
    private func merge(_ value: UInt32, into line: UnsafeMutableRawPointer, _ x: Int) {
        switch container {
        case .byte:
            let at = x &* step &+ offset
            let old = line.load(fromByteOffset: at, as: UInt8.self)
            line.storeBytes(of: old | UInt8(truncatingIfNeeded: value << shift), toByteOffset: at, as: UInt8.self)
        case .word:
            let raw = word(UnsafeRawPointer(line), x) | UInt16(truncatingIfNeeded: value << shift)
            let stored = isBigEndian ? raw.bigEndian : raw.littleEndian
            line.storeBytes(of: stored, toByteOffset: x &* step &+ offset, as: UInt16.self)
        case .long:
            let at = x &* step &+ offset
            let raw = line.loadUnaligned(fromByteOffset: at, as: UInt32.self)
            let old = isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
            let new = old | (value << shift)
            line.storeBytes(of: isBigEndian ? new.bigEndian : new.littleEndian, toByteOffset: at, as: UInt32.self)
        case .bits:
            let bit = x &* step &+ offset
            let old = line.load(fromByteOffset: bit >> 3, as: UInt8.self)
            let new = old | UInt8(truncatingIfNeeded: value << UInt32(8 &- depth &- (bit & 7)))
            line.storeBytes(of: new, toByteOffset: bit >> 3, as: UInt8.self)
        }
    }
}
