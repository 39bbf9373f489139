package import SafeMediaFrames

/// What the gate is told of a decoded frame. The picture itself never comes here.
package struct GateFrame: Sendable {
    /// Place in presentation time. Strictly grows from frame to frame; whoever admits frames sees to that.
    package var time: StreamTime
    /// When it was decoded, on the pipeline's monotonic clock. Used for live input only.
    package var arrival: StreamTime
    /// Memory the picture holds.
    package var byteCount: Int
    /// The picture has cut or flashed against the one before.
    package var isChange: Bool
    /// Nothing may be concluded from the frames before about this one: a seek, a gap, a loss, another format or size.
    package var startsAnew: Bool
    /// `startsAnew` because something was lost.
    package var followsLoss: Bool
    /// The decoder had to guess it: never shown, whatever a model says of it.
    package var isDamaged: Bool
    /// Damaged only because the stream was joined between two points at which decoding can begin: nothing of the input
    /// is lost by that.
    package var isBeforeStart: Bool

    /// Describes a frame.
    package init(
        time: StreamTime, arrival: StreamTime = .zero, byteCount: Int = 0, isChange: Bool = false,
        startsAnew: Bool = false, followsLoss: Bool = false, isDamaged: Bool = false,
        isBeforeStart: Bool = false
    ) {
        self.time = time
        self.arrival = arrival
        self.byteCount = byteCount
        self.isChange = isChange
        self.startsAnew = startsAnew || followsLoss
        self.followsLoss = followsLoss
        self.isDamaged = isDamaged || isBeforeStart
        self.isBeforeStart = isBeforeStart
    }
}
