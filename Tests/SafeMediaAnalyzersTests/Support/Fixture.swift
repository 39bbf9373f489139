import Foundation
import SafeMediaFrames
import Testing

/// The package's committed files.
enum Fixture {
    /// The package's root.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: root.appendingPathComponent("Fixtures").appendingPathComponent(path))
    }

    /// One QR code of the test pattern, a pixel a module.
    static func code(_ name: String) throws -> GrayCanvas {
        let data = [UInt8](try data("test-pattern/\(name).pgm"))
        let header = data.prefix { $0 != UInt8(ascii: "\n") }.count + 1
        let text = String(decoding: data.dropFirst(header).prefix(12), as: UTF8.self)
        let fields = text.split(whereSeparator: \.isWhitespace)
        let (width, height) = (try #require(Int(fields[0])), try #require(Int(fields[1])))
        return GrayCanvas(width: width, height: height, bytes: Array(data.suffix(width * height)))
    }
}
