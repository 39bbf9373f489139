import SafeMediaFFmpeg

/// Remembers which packet each picture under way in the decoder came from.
struct PacketOrigins {
    struct Origin {
        let packet: SharedPacket
        let group: Int
    }

    /// More than any codec's reordering plus its threads.
    private static let limit = 128
    private var origins: [Int64: Origin] = [:]
    private var next: Int64 = 0
    private var group = 0

    /// Remembers a packet.
    ///
    /// - Returns: its tag for the decoder.
    mutating func append(_ packet: SharedPacket) -> Int64 {
        if packet.isKey { group += 1 }
        let tag = next
        next += 1
        origins[tag] = Origin(packet: packet, group: group)
        // Packets that never make a picture must not be kept for ever.
        origins[tag - Int64(Self.limit)] = nil
        return tag
    }

    /// The origin of a picture with this tag, once.
    mutating func take(_ tag: Int64) -> Origin? {
        origins.removeValue(forKey: tag)
    }
}
