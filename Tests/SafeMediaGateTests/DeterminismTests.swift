import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rules 8 and 11: a file's outcome depends on its content alone, and its end is not a failure.
struct DeterminismTests {
    private static func said(_ frame: Int) -> FrameVerdict { frame == 10 || frame == 25 ? .nude : .safe }

    private func atOnce(_ policy: SafeMediaPolicy) -> GateDriver {
        var driver = GateDriver(policy, resumesAfter: ms(200)) { .verdict(Self.said($0)) }
        driver.admit(count: 50)
        driver.finish()
        return driver
    }

    @Test(arguments: [SafeMediaPolicy.teenMessaging, .childStrict, .adultMinimal])
    func answersInReverseOrder(policy: SafeMediaPolicy) {
        var driver = GateDriver(policy, resumesAfter: ms(200)) { _ in .silence }
        driver.admit(count: 50)
        driver.gate.end(now: driver.now)
        driver.follow()
        for frame in driver.sampled.reversed() { driver.answer(frame, Self.said(frame)) }
        driver.finish()
        let other = atOnce(policy)
        #expect(driver.treatments == other.treatments)
        #expect(driver.yielded == other.yielded)
        #expect(driver.decisions == other.decisions)
    }

    @Test func handlersThatReturnLate() {
        var driver = GateDriver(resumesAfter: ms(200)) { .verdict(Self.said($0)) }
        driver.settles = false
        driver.admit(count: 50)
        driver.finish()
        for number in 1...3 {
            driver.settle(number)
            driver.finish()
        }
        let other = atOnce(.teenMessaging)
        #expect(driver.treatments == other.treatments)
        #expect(driver.continued == other.continued)
    }

    @Test func endWaitsForHandlersAndNotForAContinue() {
        var driver = GateDriver { $0 == 0 ? .verdict(.nude) : .verdict(.safe) }
        driver.settles = false
        driver.admit(count: 8)
        driver.finish()
        #expect(driver.treatments == [])
        driver.settle(1)
        driver.finish()
        #expect(driver.picture == "d" * 8)
        #expect(driver.gate.release(now: driver.now) == .finished)
        #expect(!driver.effects.contains { if case .fail = $0 { true } else { false } })
    }

    @Test func latchBehindAnUnanalysedFrameDoesNotConcealIt() {
        // Frames before the first answer after an outage pass; the latch behind them is another matter, whenever it closes.
        func said(_ frame: Int) -> GateDriver.Said { frame < 15 ? .error : .verdict(frame < 20 ? .safe : .nude) }
        var driver = GateDriver(.all(.blur, failure: .allow), said: said)
        driver.admit(count: 30)
        driver.finish()
        var held = GateDriver(.all(.blur, failure: .allow), said: said)
        for index in Int64(0)..<30 { held.gate.admit(GateFrame(time: ms(index * 40)), now: .zero) }
        held.follow()
        held.finish()
        #expect(driver.picture == "u" * 10 + "UUUUUC" + "d" * 14)
        #expect(held.treatments == driver.treatments)
    }

    @Test func inputWithoutFrames() {
        var driver = GateDriver()
        driver.finish()
        #expect(driver.gate.release(now: .zero) == .finished)
        #expect(driver.effects == [])
    }
}
