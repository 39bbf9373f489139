import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rule 1: which frames the model is given.
struct ScheduleTests {
    private func play(_ frames: [GateFrame], interval: Int64 = 200, ends: Bool = true) -> GateDriver {
        var driver = GateDriver(interval: interval)
        driver.admit(frames)
        if ends { driver.finish() }
        return driver
    }

    private func steady(_ count: Int64, from start: Int64 = 0) -> [GateFrame] {
        (0..<count).map { GateFrame(time: ms(start + $0 * 40)) }
    }

    @Test func firstOneEachIntervalAndTheLast() {
        #expect(play(steady(13)).sampled == [0, 5, 10, 12])
    }

    @Test func lastOneOnlyOnce() {
        #expect(play(steady(11)).sampled == [0, 5, 10])
    }

    @Test func intervalCountsFromTheLastSample() {
        var frames = steady(12)
        frames[3].isChange = true
        #expect(play(frames, ends: false).sampled == [0, 3, 8])
    }

    @Test func everyFrameWithoutInterval() {
        #expect(play(steady(6), interval: 0).sampled == [0, 1, 2, 3, 4, 5])
    }

    @Test func bothSidesOfAGap() {
        #expect(play(steady(3) + steady(3, from: 1000), ends: false).sampled == [0, 2, 3])
    }

    @Test func bothSidesOfASeekOrAChangeOfFormat() {
        var frames = steady(6)
        frames[3].startsAnew = true
        #expect(play(frames, ends: false).sampled == [0, 2, 3])
    }

    @Test func bothSidesOfALoss() {
        let frames = [ms(0), ms(40), ms(80)].map { GateFrame(time: $0, followsLoss: $0 == ms(80)) }
        #expect(play(frames, ends: false).sampled == [0, 1, 2])
    }

    @Test func damagedFramesNeverButTheirNeighbours() {
        var frames = steady(8)
        frames[3].isDamaged = true
        frames[4].isDamaged = true
        #expect(play(frames, ends: false).sampled == [0, 2, 5])
    }

    @Test func damagedFirstAndLastFrames() {
        var frames = steady(4)
        frames[0].isDamaged = true
        frames[3].isDamaged = true
        let driver = play(frames)
        #expect(driver.sampled == [1, 2])
        #expect(driver.picture == "xCCx")
    }

    @Test func fileThatIsFullSinceTheNewestSample() {
        var driver = GateDriver(interval: 10_000, limits: .init(frames: 8, bytes: 1 << 20, time: ms(3000)))
        driver.admit(count: 20)
        #expect(driver.sampled == [0, 4, 8, 12, 16])
        #expect(driver.treatments.count == 17)
    }

    @Test func fileOfPicturesThatFillTheHoldBack() {
        var driver = GateDriver(interval: 10_000, limits: .init(frames: 128, bytes: 100, time: ms(3000)))
        for index in Int64(0)..<6 { driver.admit(GateFrame(time: ms(index * 40), byteCount: 1000)) }
        #expect(driver.sampled == [0, 1, 2, 3, 4, 5])
        #expect(driver.picture == "CCCCCC")
    }

    @Test func liveThatIsFull() {
        var driver = GateDriver(
            mode: .live(.fixed(ms(1000))), interval: 10_000, limits: .init(frames: 4, bytes: 1 << 20, time: ms(3000)))
        driver.admit(count: 4)
        #expect(driver.sampled.contains(3))
        #expect(driver.gate.isFull)
    }

    @Test func liveBeforeADeadlineThatWouldPassUncovered() {
        var driver = GateDriver(mode: .live(.fixed(ms(400))), interval: 1000)
        driver.admit(count: 5)
        #expect(driver.sampled == [0])
        // Frame 1 leaves at 440; 1.5 × 80 ms of inference, which has fallen by an eighth, and 10 ms ahead is 325.
        #expect(driver.release() == ms(400))
        driver.wait(until: ms(400))
        #expect(driver.sampled == [0, 4])
        driver.wait(until: ms(560))
        #expect(driver.picture == "CCCCC")
    }

    @Test func liveOnlyTheNewestWaitsForTheModel() {
        var driver = GateDriver(mode: .live(.fixed(ms(2000))), interval: 40) { _ in .silence }
        driver.admit(count: 5)
        #expect(driver.sampled == [0])
        driver.answer(0, .safe)
        #expect(driver.sampled == [0, 4])
    }

    @Test func filesHandOverAllTheyHave() {
        var driver = GateDriver(interval: 40) { _ in .silence }
        driver.admit(count: 4)
        #expect(driver.sampled == [0, 1, 2, 3])
    }

    @Test func nothingAfterTheGateHasClosedForGood() {
        var driver = GateDriver(.childStrict) { $0 == 0 ? .verdict(.nude) : .verdict(.safe) }
        driver.admit(count: 20)
        driver.finish()
        #expect(driver.sampled == [0])
        #expect(driver.picture == "s" * 20)
    }

    @Test func absurdTimesAreOrdinary() {
        let times: [StreamTime] = [.distantPast, .zero, ms(1), .distantFuture]
        for mode in [GateConfiguration.Mode.file, .live(.fixed(.distantFuture)), .immediate] {
            var driver = GateDriver(mode: mode)
            for time in times { driver.gate.admit(GateFrame(time: time, arrival: ms(5)), now: ms(5)) }
            driver.follow()
            driver.gate.end(now: .distantFuture)
            driver.now = .distantFuture
            driver.follow()
            driver.release()
            #expect(driver.treatments.count == 4)
        }
    }
}
