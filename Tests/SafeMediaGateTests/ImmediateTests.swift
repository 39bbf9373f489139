import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rule 10: frames pass by the gate's present state.
struct ImmediateTests {
    @Test func concealedUntilTheFirstClearAnswer() {
        var driver = GateDriver(mode: .immediate) { _ in .silence }
        driver.admit(count: 3)
        driver.answer(0, .safe)
        driver.admit(count: 2)
        #expect(driver.picture == "uuuCC")
    }

    @Test func leaksUpToOneDetectionDelayAndThenCloses() {
        var driver = GateDriver(mode: .immediate) { $0 == 0 ? .verdict(.safe) : .silence }
        driver.admit(count: 8)
        driver.answer(5, .nude)
        driver.admit(count: 2)
        #expect(driver.picture == "uCCCCCCCdd")
        #expect(driver.gate.heldCount == 0)
    }

    @Test func concealedAfterALossUntilAClearAnswer() {
        var driver = GateDriver(mode: .immediate)
        driver.admit(count: 3)
        driver.said = { _ in .silence }
        driver.admit(GateFrame(time: ms(120), followsLoss: true))
        driver.admit(count: 2)
        driver.answer(3, .safe)
        driver.admit(count: 1)
        #expect(driver.picture == "uCCuuuC")
    }

    @Test func silentModelConcealsAfterAnIntervalAndItsTimeOut() {
        var driver = GateDriver(mode: .immediate, timeout: 400) { $0 == 0 ? .verdict(.safe) : .silence }
        driver.admit(count: 20)
        // Frame 15 is at 600 ms.
        #expect(driver.picture == "u" + "C" * 15 + "l" * 4)
    }

    @Test func resumesWithTheFrameAfterTheAnswer() {
        var driver = GateDriver(mode: .immediate, resumesAfter: ms(200)) { $0 == 0 ? .verdict(.nude) : .verdict(.safe) }
        driver.admit(count: 13)
        // Clear since frame 5; frame 10 is 200 ms after it.
        #expect(driver.picture == "u" + "d" * 10 + "CC")
        #expect(driver.continued == [1])
    }

    @Test func revealShowsTheNextFrame() throws {
        var driver = GateDriver(mode: .immediate) { _ in .verdict(.nude) }
        driver.admit(count: 3)
        try driver.proceed(after: 1, by: .person)
        driver.admit(count: 5)
        #expect(driver.picture == "udd" + "C" * 5)
        #expect(driver.yielded == [.nude])
    }

    @Test func closedWithoutASession() {
        var driver = GateDriver(mode: .immediate)
        driver.admit(count: 2)
        driver.detach()
        driver.admit(count: 2)
        driver.attach()
        driver.admit(count: 2)
        #expect(driver.picture == "uCnnuu", "frame 5 is the next sample and leaves before its answer")
    }

    @Test func operatorLatchIsClosedAtOnce() {
        var driver = GateDriver(mode: .immediate)
        driver.admit(count: 2)
        driver.gate.closeByHand()
        driver.admit(count: 2)
        driver.gate.openByHand()
        driver.admit(count: 1)
        #expect(driver.picture == "uCooC")
    }
}
