import SafeMediaConceal
import SafeMediaFrames
import Testing

/// One line of the table of pixel formats.
struct TestFormat: Sendable, CustomTestStringConvertible {
    let format: PixelFormat
    /// FFmpeg's own bytes a line, by plane, at 3 and at 321 pixels.
    let lineBytes: [Int: [Int]]

    var testDescription: String { format.name }

    static let all: [TestFormat] = pixelFormatTable.split(separator: "\n").compactMap { TestFormat(line: $0) }
    static let paintable = all.filter { $0.format.canBePainted }

    static func named(_ name: String) throws -> PixelFormat {
        try #require(all.first { $0.format.name == name }).format
    }

    private init?(line: Substring) {
        let words = line.split(separator: " ")
        guard words.count >= 8 else { return nil }
        let models: [Substring: PixelFormat.Model] = [
            "gray": .gray, "yuv": .yuv, "rgb": .rgb, "palette": .palette, "opaque": .opaque,
        ]
        guard let identifier = Int32(words[1]), let model = models[words[2]], let across = Int(words[4]),
            let down = Int(words[5])
        else { return nil }
        let components = words[8...].map { word in
            let numbers = word.split(separator: ":").compactMap { Int($0) }
            return PixelFormat.Component(
                plane: numbers[0], step: numbers[1], offset: numbers[2], shift: numbers[3], depth: numbers[4])
        }
        func bytes(_ word: Substring) -> [Int] { word.split(separator: ",").compactMap { Int($0) } }
        lineBytes = [3: bytes(words[6]), 321: bytes(words[7])]
        format = PixelFormat(
            name: String(words[0]), identifier: identifier, model: model, components: components,
            hasAlpha: words[3].contains("a"), log2ChromaWidth: across, log2ChromaHeight: down,
            isBigEndian: words[3].contains("e"), isBitstream: words[3].contains("b"), isFloat: words[3].contains("f"))
    }
}
