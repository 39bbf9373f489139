import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate
import Testing

@testable import SafeMediaStream

private func time(_ milliseconds: Int64) -> StreamTime { StreamTime(nanoseconds: milliseconds * 1_000_000) }

private func packet(at start: Int64, lasting length: Int64) throws -> TrackPacket {
    TrackPacket(
        packet: try SharedPacket.make(
            bytes: [1], pts: start, dts: start, duration: length, timeBase: Rational(1, 1000)),
        time: time(start), duration: time(length))
}

/// Pictures that are all clear from zero to two seconds.
private func state() -> TrackState {
    var line = SoundTimeline()
    line.append(.zero, isMuted: false)
    line.append(time(1960), isMuted: false)
    line.end(at: time(2000))
    return TrackState(sound: line, pictures: line, overdue: nil, isOver: false, cut: nil)
}

struct TrackTests {
    @Test(
        arguments: [
            (-1000, 21, false), (-43, 21, false), (-42, 21, false), (-41, 21, true), (-21, 21, true), (0, 21, true),
            (-5, 0, false), (1, 0, true),
        ] as [(Int64, Int64, Bool)])
    func soundBeforeZeroIsLeftOutButForTheRunIn(start: Int64, length: Int64, expected: Bool) throws {
        #expect(try packet(at: start, lasting: length).reachesOutput == expected)
    }

    @Test func subtitlesBeforeZeroAreLeftOutOrCut() throws {
        let track = TextSubtitles(timeBase: Rational(1, 1000), converter: nil) { _ in }
        for (start, length) in [(-900, 600), (-500, 1500), (1200, 300)] as [(Int64, Int64)] {
            track.append(try packet(at: start, lasting: length))
        }
        let outputs = try track.advance(state())
        #expect(outputs.map(\.packet.pts) == [0, 1200])
        #expect(outputs.map(\.packet.duration) == [1000, 300])
    }
}
