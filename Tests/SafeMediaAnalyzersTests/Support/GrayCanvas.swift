import SafeMediaFrames

/// A gray picture to put QR codes on.
struct GrayCanvas {
    var width: Int
    var height: Int
    var bytes: [UInt8]

    init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// A canvas of middling texture, so that a code does not stand alone on a plain ground.
    init(width: Int, height: Int) {
        self.init(
            width: width, height: height,
            bytes: (0..<width * height).map { UInt8(70 + ($0 % width * 3 + $0 / width * 5) % 97) })
    }

    /// Puts a code, `module` pixels a module, with its upper left corner at (x, y).
    mutating func draw(_ code: GrayCanvas, module: Int, x: Int, y: Int) {
        for line in 0..<code.height * module {
            for column in 0..<code.width * module {
                bytes[(y + line) * width + x + column] = code.bytes[line / module * code.width + column / module]
            }
        }
    }

    /// The same with every value passed through `transform`.
    func mapped(_ transform: (UInt8) -> UInt8) -> GrayCanvas {
        GrayCanvas(width: width, height: height, bytes: bytes.map(transform))
    }

    /// The mean of each pixel and its eight neighbours; the edge stays.
    func blurred() -> GrayCanvas {
        var result = self
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                var sum = 0
                for line in y - 1...y + 1 { for column in x - 1...x + 1 { sum += Int(bytes[line * width + column]) } }
                result.bytes[y * width + x] = UInt8(sum / 9)
            }
        }
        return result
    }

    var picture: SamplePicture {
        SamplePicture(width: width, height: height, channels: .gray, bytes: bytes)
    }

    /// A 640x360 canvas with these codes side by side.
    static func holding(_ names: String...) throws -> GrayCanvas {
        var canvas = GrayCanvas(width: 640, height: 360)
        for (index, name) in names.enumerated() {
            canvas.draw(try Fixture.code(name), module: 5, x: 20 + 205 * index, y: 90)
        }
        return canvas
    }
}
