import SafeMediaFrames
import Testing

@testable import SafeMediaConceal

@Suite struct PictureCopierTests {
    @Test(arguments: TestFormat.all) func everyLineArrivesWhateverTheStrides(_ test: TestFormat) {
        for (width, height) in [(1, 1), (3, 5), (33, 17)] {
            let format = PictureFormat(width: width, height: height, pixelFormat: test.format)
            for (fromBottomUp, toBottomUp) in [(false, false), (true, false), (false, true), (true, true)] {
                let source = TestPicture(format, padding: 9, bottomUp: fromBottomUp)
                let target = TestPicture(format, padding: 2, bottomUp: toBottomUp)
                source.fillWithNoise(seed: 4)
                // A surface on some device has no samples to copy.
                let hasSamples = !test.format.components.isEmpty
                #expect(PictureCopier.copy(source.view.readOnly, into: target.view) == hasSamples)
                #expect(target.guardsAreIntact)
                if hasSamples { #expect(target.contents() == source.contents()) }
            }
        }
    }

    @Test func othersAreRefusedUntouched() throws {
        let base = PictureFormat(width: 4, height: 4, pixelFormat: try TestFormat.named("yuv420p"))
        let source = TestPicture(base)
        source.fillWithNoise(seed: 1)
        var wider = base
        wider.width = 5
        var higher = base
        higher.height = 3
        var other = base
        other.pixelFormat = try TestFormat.named("yuvj420p")
        for format in [wider, higher, other] {
            let target = TestPicture(format)
            #expect(!PictureCopier.copy(source.view.readOnly, into: target.view))
            #expect(target.contents().allSatisfy { $0 == TestPicture.guardByte })
        }
        let short = MutablePictureView(format: base, planes: Array(source.planes.prefix(2)))
        #expect(!PictureCopier.copy(source.view.readOnly, into: short))
    }
}
