import SafeMediaFFmpeg

/// Tells which pictures the decoder had to guess, as far as demuxer and decoder say so: from the first sign on, until a
/// key frame that shows none.
struct DamageWatch {
    private var isDamaged = false
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

    /// Whether this picture, the next out of the decoder, must not be shown.
    mutating func isDamaged(_ frame: SharedFrame) -> Bool {
        let isClean = !isPending && !frame.isCorrupt
        isPending = false
        if isClean {
            if frame.isKey { isDamaged = false }
        } else {
            isDamaged = true
        }
        return isDamaged
    }
}
