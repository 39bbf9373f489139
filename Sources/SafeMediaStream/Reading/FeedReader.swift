import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// The reading thread's work where an app pushes frames.
final class FeedReader {
    private let feed: FrameFeed
    private let gate: StreamGate
    private var times: InputTimes
    private var describer = FrameDescriber()
    private(set) var frameCount = 0

    init(feed: FrameFeed, gate: StreamGate) {
        self.feed = feed
        self.gate = gate
        times = InputTimes(start: nil, frameRate: feed.frameRate)
    }

    /// Reads until the app finishes or the run ends.
    func run() {
        defer { feed.close() }
        while let item = feed.next() {
            frameCount += 1
            let time = times.picture(at: item.time, duration: nil)
            let description = describer.describe(item.frame)
            let unit = VideoUnit(frame: item.frame, time: time, duration: nil, packet: nil, group: 0)
            let isTaken = gate.admit(unit) { arrival in
                GateFrame(
                    time: time, arrival: arrival, byteCount: item.frame.byteCount, isChange: description.isChange,
                    startsAnew: description.startsAnew)
            }
            guard isTaken else { return }
        }
    }
}
