import SafeMediaFrames
import Testing

@testable import SafeMediaAnalyzers

@Suite struct PreprocessingTests {
    @Test(arguments: ResamplingFilter.allCases)
    func plainStaysPlain(_ filter: ResamplingFilter) {
        for (width, height) in [(1, 1), (3, 200), (200, 3), (97, 31)] {
            let bytes = plain(width * height)
            let result = Resampler(width: 20, height: 12, filter: filter)
                .resize(bytes, width: width, height: height, columns: 2..<18, rows: 1..<11)
            #expect(result == plain(160))
        }
    }

    private func plain(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ -> [UInt8] in [10, 128, 255] }
    }

    @Test func areaIsTheMean() {
        let bytes: [UInt8] = [0, 0, 0, 100, 10, 20, 50, 50, 50, 90, 90, 90]
        let result = Resampler(width: 2, height: 1, filter: .area)
            .resize(bytes, width: 4, height: 1, columns: 0..<2, rows: 0..<1)
        #expect(result == [50, 5, 10, 70, 70, 70])
    }

    @Test func bilinearUpscalingInterpolates() {
        // Twice as wide: pixel centres fall a quarter and three quarters between the sources'.
        let result = Resampler(width: 4, height: 1, filter: .bilinear)
            .resize([0, 0, 0, 200, 100, 40], width: 2, height: 1, columns: 0..<4, rows: 0..<1)
        #expect(result == [0, 0, 0, 50, 25, 10, 150, 75, 30, 200, 100, 40])
    }

    @Test func aPartIsThePartOfTheWhole() {
        for (width, height) in [(61, 47), (20, 90)] {
            let picture = GeneratedPicture(kind: .noise, width: width, height: height, seed: 4).sample
            let resampler = Resampler(width: 24, height: 16, filter: .bicubic)
            let whole = resampler.resize(
                picture.bytes, width: width, height: height, columns: 0..<24, rows: 0..<16)
            let part = resampler.resize(
                picture.bytes, width: width, height: height, columns: 5..<19, rows: 3..<9)
            let cut = (3..<9).flatMap { row -> ArraySlice<UInt8> in
                let line = row * 24 * 3
                return whole[line + 15..<line + 57]
            }
            #expect(part == cut)
        }
    }

    @Test(arguments: [1, 10, 50, 75, 100])
    func grayGoesThroughJPEGUnharmed(quality: Int) {
        var bytes = [UInt8](repeating: 128, count: 16 * 16 * 3)
        JPEGRoundTrip(quality: quality).apply(to: &bytes, width: 16, height: 16)
        #expect(bytes.allSatisfy { $0 == 128 })
    }

    @Test func jpegLosesMoreAtLowerQuality() {
        let picture = GeneratedPicture(kind: .texture, width: 64, height: 48, seed: 3).sample
        let losses = [100, 90, 75, 50, 10].map { quality -> Int in
            var bytes = picture.bytes
            JPEGRoundTrip(quality: quality).apply(to: &bytes, width: 64, height: 48)
            return zip(bytes, picture.bytes).reduce(0) { (sum: Int, pair) in sum + abs(Int(pair.0) - Int(pair.1)) }
        }
        #expect(losses == losses.sorted())
        // At quality 100 it is the halved chroma that loses: fewer than 4 levels a sample on this picture.
        #expect(losses[0] < 64 * 48 * 3 * 4)
    }

    @Test func digestsAreTheStandards() {
        func digest(_ text: String) -> String {
            Array(text.utf8).withUnsafeBytes { SHA256Digest.hexadecimal(of: $0) }
        }
        #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    }

    @Test func checkPicturesDiffer() {
        let pictures = PrecisionCheck.pictures
        #expect(pictures.count == 8)
        #expect(Set(pictures.map(\.bytes)).count == 8)
    }
}
