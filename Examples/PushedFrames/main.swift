import Foundation
import SafeMediaAnalyzers
import SafeMediaFrames
import SafeMediaKit
import SafeMediaStream
import Synchronization

/// Counts what viewers would see.
final class Screen: FrameSink {
    private let counts = Mutex((clear: 0, concealed: 0))

    func receive(_ frame: any StreamedFrame, at time: StreamTime, isConcealed: Bool) throws {
        counts.withLock { counts in
            if isConcealed { counts.concealed += 1 } else { counts.clear += 1 }
        }
    }

    func finish() {
        counts.withLock { print("\($0.clear) clear frames, \($0.concealed) concealed") }
    }
}

/// Writes a gray picture: the luma plane first, then both planes of chroma.
func paint(_ picture: MutablePictureView, luma: UInt8) {
    for (index, plane) in picture.planes.enumerated() {
        let format = picture.format.pixelFormat
        let width = format.width(ofComponent: index, in: picture.format.width)
        for y in 0..<format.height(ofComponent: index, in: picture.format.height) {
            plane.line(y).initializeMemory(as: UInt8.self, repeating: index == 0 ? luma : 128, count: width)
        }
    }
}

let feed = try FrameFeed(width: 320, height: 180, pixelFormat: "yuv420p", frameRate: Rational(25, 1))
var configuration = StreamConfiguration(
    input: .frames(feed), output: .sink(Screen()), analyzers: [TestPatternAnalyzer()])
configuration.isLive = false
let control = try await StreamPipeline(configuration).start(policy: .teenMessaging) { _ in }

// `push` blocks while the pipeline has enough, so it has a thread of its own.
Thread.detachNewThread {
    for number in 0..<50 {
        let time = StreamTime(nanoseconds: Int64(number) * 40_000_000)
        guard (try? feed.push(at: time, filling: { paint($0, luma: UInt8(40 + number)) })) == true else { break }
    }
    feed.finish()
}
_ = try await control.waitForCompletion()
