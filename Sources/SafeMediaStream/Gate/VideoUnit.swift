import SafeMediaFFmpeg
import SafeMediaFrames

/// What crosses from the reading to the writing thread for one picture: the decoded frame, and the packet it came from
/// with the group of pictures it belongs to, so that untouched packets can be passed on.
struct VideoUnit: Sendable {
    /// The decoded picture.
    let frame: SharedFrame
    /// Its place in the output, from the output's zero.
    let time: StreamTime
    /// How long it is shown, where that is known.
    let duration: StreamTime?
    /// The packet that it was decoded from, where the decoder can tell.
    let packet: SharedPacket?
    /// Counts key frames; pictures of one group have one number.
    let group: Int
    /// When the gate took it, on the monotonic clock.
    var arrival = StreamTime.zero
}
