import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@testable import SafeMediaStream

/// Pictures of 96 × 64 in yuv420p: a fine pattern that no concealment keeps, and the frame's number in the first two
/// samples.
enum TestPicture {
    static let width = 96
    static let height = 64
    static let dark: UInt8 = 40
    static let light: UInt8 = 200
    /// Between two frames: 25 a second.
    static let step = StreamTime(nanoseconds: 40_000_000)

    static func time(_ index: Int) -> StreamTime { step * Int64(index) }

    static func index(at time: StreamTime) -> Int { Int((time.seconds / step.seconds).rounded()) }

    static func makeFeed() throws -> FrameFeed {
        try FrameFeed(width: width, height: height, pixelFormat: "yuv420p", frameRate: Rational(25, 1))
    }

    static func draw(_ index: Int, into picture: MutablePictureView) {
        for y in 0..<height {
            let line = picture.planes[0].line(y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width { line[x] = (x + y).isMultiple(of: 2) ? dark : light }
        }
        let first = picture.planes[0].line(0).assumingMemoryBound(to: UInt8.self)
        first[0] = UInt8(64 + index % 100)
        first[1] = UInt8(64 + index / 100)
        for plane in 1...2 {
            for y in 0..<(height / 2) {
                let line = picture.planes[plane].line(y).assumingMemoryBound(to: UInt8.self)
                for x in 0..<(width / 2) { line[x] = plane == 1 ? 90 : 170 }
            }
        }
    }
}

/// A picture that came out, copied.
struct SeenPicture: Sendable, Hashable, CustomTestStringConvertible {
    let width: Int
    let height: Int
    let luma: [UInt8]
    let chroma: [[UInt8]]

    init(_ frame: any StreamedFrame) {
        let format = frame.format
        width = format.width
        height = format.height
        var planes = frame.withPicture { picture in
            picture.planes.enumerated().map { index, plane in
                let rows = index == 0 ? format.height : (format.height + 1) / 2
                let columns = index == 0 ? format.width : (format.width + 1) / 2
                return (0..<rows).flatMap { y in
                    Array(UnsafeRawBufferPointer(start: plane.line(y), count: columns))
                }
            }
        }
        luma = planes.removeFirst()
        chroma = planes
    }

    /// The number of the frame whose very samples these are; nil for anything else.
    var sourceIndex: Int? {
        guard luma.count == TestPicture.width * TestPicture.height, width == TestPicture.width else { return nil }
        for y in 0..<height {
            for x in 0..<width where y > 0 || x > 1 {
                let expected = (x + y).isMultiple(of: 2) ? TestPicture.dark : TestPicture.light
                if luma[y * width + x] != expected { return nil }
            }
        }
        guard chroma[0].allSatisfy({ $0 == 90 }), chroma[1].allSatisfy({ $0 == 170 }) else { return nil }
        return Int(luma[0]) - 64 + (Int(luma[1]) - 64) * 100
    }

    var testDescription: String { "\(sourceIndex.map { "frame \($0)" } ?? (isBlank ? "blank" : "other"))" }

    /// Black all over.
    var isBlank: Bool {
        luma.allSatisfy { $0 == 16 } && chroma.allSatisfy { $0.allSatisfy { $0 == 128 } }
    }

    /// How far apart the darkest and the lightest sample are; 160 in a source picture.
    var contrast: Int { Int(luma.max() ?? 0) - Int(luma.min() ?? 0) }
}
