import SafeMediaFFmpeg

/// Tells which pictures the decoder had to guess, as far as demuxer and decoder say so: from the first sign on, until a
/// key frame that shows none.
struct DamageWatch {
    /// What is known of a picture.
    enum Finding {
        case clean
        case damaged
        /// The stream was joined where decoding cannot begin, and no key frame has come yet.
        case beforeStart
    }

    private var isDamaged = false
    private var hasStarted = false
    /// Something went wrong since the last picture came out.
    private var isPending = false

    /// A packet goes to the decoder.
    mutating func see(_ packet: SharedPacket) {
        if packet.isCorrupt { isPending = true }
    }

    /// The decoder could make nothing of its input.
    mutating func seeError() {
        isPending = true
    }

    /// Whether this picture, the next out of the decoder, may be shown.
    mutating func examine(_ frame: SharedFrame) -> Finding {
        let isClean = !isPending && !frame.isCorrupt
        isPending = false
        if isClean {
            if frame.isKey {
                isDamaged = false
                hasStarted = true
            }
        } else {
            isDamaged = true
        }
        guard isDamaged else { return .clean }
        return hasStarted ? .damaged : .beforeStart
    }
}
