import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate
import Testing

@testable import SafeMediaStream

struct TrackCutTests {
    /// Packets that begin at 0, 1, 2 … seconds.
    private func sound(_ count: Int64) throws -> CopiedSound {
        let sound = CopiedSound(timeBase: Rational(1, 1000), silence: nil, isSilenced: false, used: { _ in })
        for second in 0..<count {
            let packet = try SharedPacket.make(
                bytes: [1], pts: second * 1000, dts: second * 1000, duration: 1000, timeBase: Rational(1, 1000))
            sound.append(
                TrackPacket(
                    packet: packet, time: StreamTime(seconds: Double(second)), duration: StreamTime(seconds: 1)))
        }
        return sound
    }

    private func state(cut: StreamTime?) -> TrackState {
        TrackState(sound: SoundTimeline(), pictures: SoundTimeline(), overdue: nil, isOver: true, cut: cut)
    }

    @Test func anOutputEndedEarlyLeavesOutWhatWouldBeginLater() throws {
        let outputs = try sound(5).advance(state(cut: StreamTime(seconds: 2)))
        #expect(outputs.map(\.time.seconds) == [0, 1])
    }

    @Test func atTheInputsEndEverythingIsWritten() throws {
        #expect(try sound(5).advance(state(cut: nil)).count == 5)
    }
}
