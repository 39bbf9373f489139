import SafeMediaFFmpeg
import SafeMediaFrames

/// Packets of one track that wait for their pictures. Counts their bytes, which the gate bounds.
struct TrackQueue {
    private var packets: [TrackPacket] = []
    private var head = 0
    private let used: (Int) -> Void

    /// - Parameter used: told of the bytes of each packet that waits no more.
    init(used: @escaping (Int) -> Void) {
        self.used = used
    }

    var first: TrackPacket? { head < packets.count ? packets[head] : nil }

    mutating func append(_ packet: TrackPacket) {
        packets.append(packet)
    }

    mutating func removeFirst() {
        used(packets[head].packet.size)
        head += 1
        if head > 64, head * 2 > packets.count {
            packets.removeFirst(head)
            head = 0
        }
    }
}
