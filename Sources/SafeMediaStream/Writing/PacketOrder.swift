import SafeMediaFFmpeg
import SafeMediaFrames

/// Puts the packets of all tracks into the order of their decoding times, and waits for no track longer than a bound: a
/// silent track must not hold the others back.
struct PacketOrder {
    private struct Entry {
        let packet: SharedPacket
        let time: StreamTime
    }

    private struct Track {
        var waiting: [Entry] = []
        var head = 0
        var isOver = false
        /// A track whose packets come seldom is not waited for.
        let isSparse: Bool

        var first: Entry? { head < waiting.count ? waiting[head] : nil }
        var last: Entry? { head < waiting.count ? waiting[waiting.count - 1] : nil }

        mutating func removeFirst() -> Entry {
            let entry = waiting[head]
            head += 1
            if head > 32, head * 2 > waiting.count {
                waiting.removeFirst(head)
                head = 0
            }
            return entry
        }
    }

    private var tracks: [Track] = []
    private let patience: StreamTime

    /// - Parameter patience: how much of one track may wait for another.
    init(patience: StreamTime) {
        self.patience = patience
    }

    /// Adds a track; they are numbered from 0.
    mutating func addTrack(isSparse: Bool) {
        tracks.append(Track(isSparse: isSparse))
    }

    /// Takes a packet; `time` is its decoding time.
    mutating func append(_ packet: SharedPacket, track: Int, time: StreamTime) {
        tracks[track].waiting.append(Entry(packet: packet, time: time))
    }

    /// No packet of this track will come any more.
    mutating func end(track: Int) {
        tracks[track].isOver = true
    }

    /// The next packet to be written, or nil while one has to be waited for.
    mutating func next() -> (packet: SharedPacket, track: Int)? {
        var earliest: (track: Int, time: StreamTime)?
        var isWaiting = false
        var newest = StreamTime.distantPast
        for (index, track) in tracks.enumerated() {
            if let first = track.first {
                if earliest.map({ first.time < $0.time }) ?? true { earliest = (index, first.time) }
            } else if !track.isOver, !track.isSparse {
                isWaiting = true
            }
            if let last = track.last { newest = max(newest, last.time) }
        }
        guard let earliest, !isWaiting || newest - earliest.time > patience else { return nil }
        return (tracks[earliest.track].removeFirst().packet, earliest.track)
    }
}
