import CZBar
import SafeMediaFrames

/// A QR code found in a picture.
struct QRCode {
    /// The bytes it carries.
    var payload: [UInt8]
    /// Its corners in pixels of the picture that was scanned.
    var corners: [(x: Int, y: Int)]

    /// Finds every QR code of a gray picture.
    ///
    /// ZBar's scanners keep state from picture to picture and are not safe to share, so each call makes its own; that
    /// costs little beside the scan.
    static func all(in picture: SamplePicture) throws(AnalyzerError) -> [QRCode] {
        guard picture.channels == .gray else { throw AnalyzerError("test-pattern needs a gray sample, not RGB") }
        guard let width = UInt32(exactly: picture.width), let height = UInt32(exactly: picture.height),
            width > 0, height > 0
        else { throw AnalyzerError("test-pattern was given a sample of \(picture.width)x\(picture.height) pixels") }
        guard let scanner = zbar_image_scanner_create() else { throw AnalyzerError("ZBar has no memory") }
        defer { zbar_image_scanner_destroy(scanner) }
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        guard let image = zbar_image_create() else { throw AnalyzerError("ZBar has no memory") }
        defer { zbar_image_destroy(image) }
        zbar_image_set_format(image, grayFourCC)
        zbar_image_set_size(image, width, height)

        let scanned = picture.bytes.withUnsafeBytes { bytes in
            // Borrowed, and only read: the image is done with before the closure ends.
            zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
            let count = zbar_scan_image(scanner, image)
            zbar_image_set_data(image, nil, 0, nil)
            return count
        }
        guard scanned >= 0 else { throw AnalyzerError("ZBar could not scan a picture of \(width)x\(height) pixels") }

        var codes: [QRCode] = []
        var symbol = zbar_image_first_symbol(image)
        while let current = symbol {
            codes.append(QRCode(symbol: current))
            symbol = zbar_symbol_next(current)
        }
        return codes
    }

    private init(symbol: OpaquePointer) {
        let bytes = UnsafeRawBufferPointer(
            start: zbar_symbol_get_data(symbol), count: Int(zbar_symbol_get_data_length(symbol)))
        payload = Array(bytes)
        corners = (0..<zbar_symbol_get_loc_size(symbol)).map { index in
            (Int(zbar_symbol_get_loc_x(symbol, index)), Int(zbar_symbol_get_loc_y(symbol, index)))
        }
    }

    /// "Y800", ZBar's name for packed 8-bit luma.
    private static let grayFourCC = "Y800".utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
}
