import Foundation

/// A picture in gray, as a binary portable graymap (P5, one byte per pixel) holds it.
struct GrayPicture: Sendable {
    var width: Int
    var height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    init(contentsOf path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var fields: [String] = []
        var position = 0
        while fields.count < 4, position < bytes.count {
            if bytes[position] == UInt8(ascii: "#") {
                position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if bytes[position] <= UInt8(ascii: " ") {
                position += 1
            } else {
                let end = bytes[position...].firstIndex { $0 <= UInt8(ascii: " ") } ?? bytes.count
                fields.append(String(decoding: bytes[position..<end], as: UTF8.self))
                position = end
            }
        }
        guard fields.count == 4, fields[0] == "P5", fields[3] == "255",
            let width = Int(fields[1]), let height = Int(fields[2]), (1...10_000).contains(width),
            (1...10_000).contains(height), bytes.count >= position + 1 + width * height
        else { throw GrayPictureError.notAGraymap(path) }
        self.init(
            width: width, height: height, pixels: Array(bytes[(position + 1)..<(position + 1 + width * height)]))
    }

    /// Squeezed or stretched to a square, each pixel taken from the nearest one.
    func square(_ side: Int) -> GrayPicture {
        var result = [UInt8](repeating: 0, count: side * side)
        for row in 0..<side {
            let from = row * height / side * width
            for column in 0..<side { result[row * side + column] = pixels[from + column * width / side] }
        }
        return GrayPicture(width: side, height: side, pixels: result)
    }
}

enum GrayPictureError: Error, CustomStringConvertible {
    case notAGraymap(String)

    var description: String {
        switch self {
        case .notAGraymap(let path): "\(path) is not a binary graymap of one byte per pixel"
        }
    }
}
