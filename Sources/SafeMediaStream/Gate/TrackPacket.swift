import SafeMediaFFmpeg
import SafeMediaFrames

/// A packet of a track other than the video, on its way to the writing thread.
struct TrackPacket: Sendable {
    let packet: SharedPacket
    /// Its place in the output, from the output's zero.
    let time: StreamTime
    /// The time it covers.
    let duration: StreamTime
}
