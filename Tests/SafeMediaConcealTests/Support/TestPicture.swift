import SafeMediaFrames

/// A picture in memory of its own, with guard bytes around and between its lines, and a reader and writer of single
/// samples that share nothing with the code under test.
final class TestPicture {
    static let guardByte: UInt8 = 0xA5
    static let margin = 64

    let format: PictureFormat
    private var storage: [UnsafeMutableRawBufferPointer] = []
    private(set) var planes: [MutablePlaneView] = []
    private let parts: [PixelFormat.Component]
    private let isBitstream: Bool
    private let isBigEndian: Bool
    private var lineBytes: [Int] = []
    private var lineCounts: [Int] = []

    init(_ format: PictureFormat, padding: Int = 5, bottomUp: Bool = false) {
        self.format = format
        let pixels = format.pixelFormat
        parts = pixels.components
        isBitstream = pixels.isBitstream
        isBigEndian = pixels.isBigEndian
        for plane in 0..<pixels.planeCount {
            let members = pixels.components.indices.filter { pixels.components[$0].plane == plane }
            let chroma = members.allSatisfy { pixels.isChroma($0) } && !members.isEmpty
            // As FFmpeg lays lines out: the widest step, as often as its component has samples.
            let step = members.map { pixels.components[$0].step }.max() ?? 0
            let widest = members.first { pixels.components[$0].step == step } ?? 0
            let samples = Self.shrunk(format.width, pixels.isChroma(widest) ? pixels.log2ChromaWidth : 0)
            add(
                bytes: pixels.isBitstream ? (samples * step + 7) / 8 : samples * step,
                lines: Self.shrunk(format.height, chroma ? pixels.log2ChromaHeight : 0), padding, bottomUp)
        }
        if pixels.model == .palette { add(bytes: 1024, lines: 1, 0, false) }
    }

    deinit { for block in storage { block.deallocate() } }

    private static func shrunk(_ length: Int, _ log2: Int) -> Int { (length + (1 << log2) - 1) >> log2 }

    private func add(bytes: Int, lines: Int, _ padding: Int, _ bottomUp: Bool) {
        let stride = bytes + padding
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * lines + 2 * Self.margin, alignment: 64)
        for index in block.indices { block[index] = Self.guardByte }
        storage.append(block)
        lineBytes.append(bytes)
        lineCounts.append(lines)
        if let start = block.baseAddress {
            let top = start + Self.margin + (bottomUp ? stride * (lines - 1) : 0)
            planes.append(MutablePlaneView(base: top, stride: bottomUp ? -stride : stride))
        }
    }

    var view: MutablePictureView { MutablePictureView(format: format, planes: planes) }
    var bytesOfLines: [Int] { lineBytes }

    /// Samples across and down of a component.
    func size(_ component: Int) -> (width: Int, height: Int) {
        let pixels = format.pixelFormat
        guard pixels.model == .yuv, component == 1 || component == 2 else { return (format.width, format.height) }
        return (
            Self.shrunk(format.width, pixels.log2ChromaWidth), Self.shrunk(format.height, pixels.log2ChromaHeight)
        )
    }

    /// The byte that holds a sample's high bits, the one that holds its low bits, and its shift in the number they make.
    private func place(
        _ component: Int, _ x: Int, _ y: Int
    ) -> (high: UnsafeMutablePointer<UInt8>, low: UnsafeMutablePointer<UInt8>?, shift: Int) {
        let part = parts[component]
        let line = planes[part.plane].base + y * planes[part.plane].stride
        func pointer(_ offset: Int) -> UnsafeMutablePointer<UInt8> {
            (line + offset).assumingMemoryBound(to: UInt8.self)
        }
        let at = x * part.step + part.offset
        if isBitstream { return (pointer(at / 8), nil, 8 - part.depth - at % 8) }
        if part.shift + part.depth <= 8 { return (pointer(isBigEndian ? at + 1 : at), nil, part.shift) }
        return (pointer(isBigEndian ? at : at + 1), pointer(isBigEndian ? at + 1 : at), part.shift)
    }

    func read(_ component: Int, _ x: Int, _ y: Int) -> Int {
        let (high, low, shift) = place(component, x, y)
        let number = low.map { Int(high.pointee) << 8 | Int($0.pointee) } ?? Int(high.pointee)
        return (number >> shift) & ((1 << parts[component].depth) - 1)
    }

    func write(_ value: Int, _ component: Int, _ x: Int, _ y: Int) {
        let (high, low, shift) = place(component, x, y)
        let mask = ((1 << parts[component].depth) - 1) << shift
        let old = low.map { Int(high.pointee) << 8 | Int($0.pointee) } ?? Int(high.pointee)
        let new = old & ~mask | (value << shift) & mask
        high.pointee = UInt8(truncatingIfNeeded: low == nil ? new : new >> 8)
        low?.pointee = UInt8(truncatingIfNeeded: new)
    }

    /// Fills every sample by a function of component, x and y.
    func fill(_ value: (_ component: Int, _ x: Int, _ y: Int) -> Int) {
        for component in format.pixelFormat.components.indices {
            let (width, height) = size(component)
            for y in 0..<height {
                for x in 0..<width { write(value(component, x, y), component, x, y) }
            }
        }
    }

    /// Fills every sample with noise, and a palette's table.
    func fillWithNoise(seed: UInt64) {
        var noise = Noise(seed: seed)
        for plane in planes.indices {
            for y in 0..<lineCounts[plane] {
                let line = (planes[plane].base + y * planes[plane].stride).assumingMemoryBound(to: UInt8.self)
                for x in 0..<lineBytes[plane] { line[x] = UInt8(truncatingIfNeeded: noise.next() >> 32) }
            }
        }
    }

    /// The bytes of all lines, top to bottom, without padding.
    func contents() -> [UInt8] {
        var all: [UInt8] = []
        for plane in planes.indices {
            for y in 0..<lineCounts[plane] {
                let line = planes[plane].base + y * planes[plane].stride
                all += UnsafeRawBufferPointer(start: line, count: lineBytes[plane])
            }
        }
        return all
    }

    /// Whether every byte outside the lines is as it was.
    var guardsAreIntact: Bool {
        for plane in planes.indices {
            var isLine = [Bool](repeating: false, count: storage[plane].count)
            guard let start = storage[plane].baseAddress else { return false }
            for y in 0..<lineCounts[plane] {
                let first = planes[plane].base + y * planes[plane].stride - start
                for x in 0..<lineBytes[plane] { isLine[Int(first) + x] = true }
            }
            for index in isLine.indices where !isLine[index] && storage[plane][index] != Self.guardByte { return false }
        }
        return true
    }

    /// Entry `index` of the palette's table.
    func entry(_ index: Int) -> UInt32 { planes[1].base.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) }
}

/// A small generator of repeatable noise.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
