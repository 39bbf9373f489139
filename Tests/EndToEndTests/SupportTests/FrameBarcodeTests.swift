import Testing

struct FrameBarcodeTests {
    @Test(arguments: [(640, 360), (320, 180), (1280, 720), (176, 144)])
    func whatIsDrawnIsRead(width: Int, height: Int) {
        let barcode = FrameBarcode(width: width, height: height)
        for number in [0, 1, 255, 4_660, 65_535] {
            #expect(barcode.draw(number).withUnsafeBytes(barcode.read) == number)
        }
    }

    @Test func flatAndWashedOutStripsHoldNoNumber() {
        let barcode = FrameBarcode(width: 640, height: 360)
        for level in [UInt8(0), 16, 128, 255] {
            let flat = [UInt8](repeating: level, count: 640 * barcode.stripHeight)
            #expect(flat.withUnsafeBytes(barcode.read) == nil)
        }
        let washedOut = barcode.draw(77).map { 120 + $0 / 16 }
        #expect(washedOut.withUnsafeBytes(barcode.read) == nil)
    }

    @Test func theFlashLastsForTheFirstFramesOfASecond() {
        let lit = (0..<50).filter { SyncFlash.isLit(at: Double($0) / 25) }
        #expect(lit == [0, 1, 25, 26])
    }
}
