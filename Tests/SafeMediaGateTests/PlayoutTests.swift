import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rule 9: live frames leave at their deadline, evenly.
struct PlayoutTests {
    /// The moments at which frames leave that arrive at these.
    private func departures(
        _ driver: inout GateDriver, arrivals: [Int64], times: [Int64]? = nil, bytes: Int = 0
    ) -> [Int64] {
        var left: [Int64] = []
        var next = 0
        var now: Int64 = arrivals[0]
        for _ in 0..<10_000 {
            while next < arrivals.count, arrivals[next] <= now, !driver.gate.isFull {
                let time = times?[next] ?? Int64(next) * 40
                driver.now = ms(now)
                driver.gate.admit(GateFrame(time: ms(time), arrival: ms(now), byteCount: bytes), now: ms(now))
                driver.follow()
                next += 1
            }
            if next == arrivals.count { driver.gate.end(now: ms(now)) }
            driver.follow()
            let before = driver.treatments.count
            driver.now = ms(now)
            let wait = driver.release()
            left += Array(repeating: now, count: driver.treatments.count - before)
            if left.count == arrivals.count { return left }
            if driver.treatments.count > before { continue }
            let arrival = next < arrivals.count && !driver.gate.isFull ? arrivals[next] : .max
            now = max(now, min(arrival, wait.map { ($0.nanoseconds + 999_999) / 1_000_000 } ?? .max))
        }
        return left
    }

    @Test func evenPaceWhateverTheJitter() {
        var driver = GateDriver(mode: .live(.fixed(ms(300))))
        let arrivals: [Int64] = [1000, 1035, 1080, 1100, 1160, 1190, 1240, 1280]
        #expect(departures(&driver, arrivals: arrivals) == (0..<8).map { 1300 + $0 * 40 })
        #expect(driver.picture == "C" * 8)
    }

    @Test func burstLeavesEvenly() {
        var driver = GateDriver(mode: .live(.fixed(ms(300))))
        #expect(departures(&driver, arrivals: Array(repeating: 1000, count: 10)) == (0..<10).map { 1300 + $0 * 40 })
    }

    @Test func lateArrivalMovesTheAnchor() {
        var driver = GateDriver(mode: .live(.fixed(ms(300))))
        let left = departures(&driver, arrivals: [0, 40, 80, 320, 360])
        // The fourth arrives 200 ms late: what is held and what follows leaves 200 ms later.
        #expect(left == [300, 540, 580, 620, 660])
    }

    @Test func fullHoldBackDoesNotMoveTheAnchor() {
        var driver = GateDriver(mode: .live(.fixed(ms(300))), limits: .init(frames: 4, bytes: 1 << 20, time: ms(3000)))
        let left = departures(&driver, arrivals: Array(repeating: 0, count: 20))
        #expect(left == (0..<20).map { 300 + $0 * 40 })
    }

    @Test func oneHugePictureFillsTheHoldBack() {
        var driver = GateDriver(mode: .live(.fixed(ms(100))), limits: .init(frames: 4, bytes: 100, time: ms(3000)))
        let left = departures(&driver, arrivals: [0, 40, 80, 120], bytes: 1000)
        // Each is read when the one before has left, and is late by then.
        #expect(left == [100, 140, 180, 220])
        #expect(driver.picture == "CCCC")
    }

    @Test func outputNeverStallsWithoutAnswers() {
        var driver = GateDriver(mode: .live(.fixed(ms(200)))) { _ in .silence }
        #expect(departures(&driver, arrivals: (0..<20).map { $0 * 40 }) == (0..<20).map { 200 + $0 * 40 })
        #expect(driver.picture == "l" * 20)
        #expect(driver.effects.filter { if case .late = $0 { true } else { false } }.count == 20)
    }

    @Test func outputNeverStallsWithoutASession() {
        var driver = GateDriver(mode: .live(.fixed(ms(200))), attaches: false)
        #expect(departures(&driver, arrivals: [0, 40, 80]) == [200, 240, 280])
        #expect(driver.picture == "nnn")
    }

    @Test func restartedClockTakesTheNextFramesArrival() {
        var driver = GateDriver(mode: .live(.fixed(ms(200))))
        driver.now = ms(10_000)
        driver.gate.admit(GateFrame(time: .zero, arrival: ms(10_000)), now: ms(10_000))
        driver.gate.restartClock()
        driver.follow()
        // What is held keeps its deadline.
        #expect(driver.release() == ms(10_200))
        driver.wait(until: ms(10_200))
        #expect(driver.picture == "C")
        driver.gate.admit(GateFrame(time: ms(5000), arrival: ms(11_000)), now: ms(11_000))
        driver.now = ms(11_000)
        driver.follow()
        #expect(driver.release() == ms(11_200))
    }

    @Test func automaticHoldBackGrowsAtOnceAndUpToItsCap() {
        var driver = GateDriver(mode: .live(.automatic(cap: ms(900)))) { _ in .silence }
        driver.admit(count: 1)
        // 200 ms between samples, a frame of 40 ms, twice the 80 ms that a model is taken to need, 50 ms of margin.
        #expect(driver.gate.holdBack == ms(450))
        driver.answer(0, .safe, inference: 150)
        #expect(driver.gate.holdBack == ms(590))
        driver.admit(count: 5)
        driver.answer(5, .safe, inference: 5000)
        #expect(driver.gate.holdBack == ms(900))
    }

    @Test func automaticHoldBackShrinksOnlyWhileNothingIsConcealed() {
        var driver = GateDriver(.all(.blur), mode: .live(.automatic(cap: ms(2000)))) { _ in .silence }
        driver.admit(count: 1)
        driver.answer(0, .nude, inference: 300)
        let grown = driver.gate.holdBack
        driver.said = { _ in .verdict(.safe) }
        driver.admit(count: 60)
        #expect(driver.gate.closedBy == 1)
        #expect(driver.gate.holdBack == grown)
        #expect(throws: Never.self) { try driver.proceed(after: 1) }
        driver.admit(count: 100)
        #expect(driver.gate.holdBack < grown)
        #expect(driver.gate.holdBack >= ms(290))
    }

    @Test func absurdInferenceTimesAreBounded() {
        var driver = GateDriver(mode: .live(.automatic(cap: ms(900)))) { _ in .silence }
        driver.admit(count: 1)
        driver.gate.answer(
            frame: 0, session: 1, verdict: .safe, inference: .distantFuture, now: driver.now)
        #expect(driver.gate.holdBack == ms(900))
        driver.admit(count: 30)
        driver.finish()
        #expect(driver.treatments.count == 31)
    }
}
