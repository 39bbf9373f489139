import SafeMediaFFmpeg
import SafeMediaFrames

/// A packet of a track other than the video, on its way to the writing thread.
struct TrackPacket: Sendable {
    let packet: SharedPacket
    /// Its place in the output, from the output's zero.
    let time: StreamTime
    /// The time it covers.
    let duration: StreamTime

    /// Whether any of it is heard or seen. What an edit list hides, or comes before the first picture, belongs to pictures
    /// that nobody has judged; the packet before zero is the run-in of the first that is heard.
    var reachesOutput: Bool { time + duration * 2 > .zero }
}
