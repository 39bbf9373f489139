import SafeMediaKit
import Testing

@Suite struct PixelImageTests {
    @Test func keepsItsPixels() throws {
        let image = try SafeMediaPixelImage(width: 2, height: 1, rgb: [1, 2, 3, 4, 5, 6])
        #expect(image.width == 2)
        #expect(image.height == 1)
        #expect(image.rgb == [1, 2, 3, 4, 5, 6])
        #expect(SafeMediaSource.image(image) == .image(image))
    }

    @Test(arguments: [(2, 2), (0, 0), (-1, -2), (Int.max, Int.max), (Int.min, 1), (Int.max / 2, 1)])
    func refusesSizesThatDoNotFit(width: Int, height: Int) {
        let error = #expect(throws: SafeMediaPixelImage.SizeMismatch.self) {
            try SafeMediaPixelImage(width: width, height: height, rgb: [1, 2, 3])
        }
        #expect(error?.description.contains("\(width) by \(height)") == true)
        #expect(error?.byteCount == 3)
    }

    @Test func noBytesMakeNoImage() {
        #expect(throws: SafeMediaPixelImage.SizeMismatch.self) {
            try SafeMediaPixelImage(width: 0, height: 0, rgb: [])
        }
    }
}
