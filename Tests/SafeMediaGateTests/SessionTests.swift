import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rule 5: when the model fails, and how sessions of analysis follow each other.
struct SessionTests {
    private static let live = GateConfiguration.Mode.live(.fixed(ms(300)))

    @Test func silenceBeyondTheTimeOutEndsTheSession() {
        var driver = GateDriver { $0 == 5 ? .silence : .verdict(.safe) }
        driver.restarts = false
        driver.admit(count: 11)
        #expect(driver.gate.checkModel(now: ms(400)) == ms(2400))
        driver.checkModel(at: ms(2399))
        #expect(driver.decisions == [1])
        driver.checkModel(at: ms(2400))
        #expect(driver.decisions == [1, 2])
        #expect(driver.effects.contains(.abandon(session: 1)))
        #expect(driver.restartDelays == [.zero])
    }

    @Test func timeCountsFromTheLastAnswer() {
        var driver = GateDriver(interval: 40) { _ in .silence }
        driver.admit(count: 3)
        driver.now = ms(1500)
        driver.answer(0, .safe)
        #expect(driver.gate.checkModel(now: ms(2500)) == ms(3500))
        driver.checkModel(at: ms(3500))
        #expect(driver.decisions == [1, 2])
    }

    @Test func onlyTheHungSampleCountsAndTheOthersAreHandedOverAgain() {
        var driver = GateDriver(interval: 40) { _ in .silence }
        driver.admit(count: 4)
        driver.answer(0, .safe)
        driver.answer(2, .safe)
        driver.checkModel(at: ms(5000))
        #expect(driver.sampled == [0, 1, 2, 3, 2, 3])
        driver.answer(2, .safe)
        driver.answer(3, .safe)
        driver.finish()
        #expect(driver.picture == "CnCC")
    }

    @Test func answersOfAnEarlierSessionAreIgnored() {
        var driver = GateDriver(interval: 40) { _ in .silence }
        driver.admit(count: 2)
        driver.answer(0, .safe)
        driver.checkModel(at: ms(5000))
        driver.admit(count: 1)
        driver.answer(1, .nude, session: 1)
        driver.answer(2, .nude, session: 1)
        #expect(driver.gate.closedBy == nil)
        driver.answer(2, .safe)
        driver.finish()
        #expect(driver.picture == "CnC")
    }

    @Test func threeSessionsWithoutAnAnswerAreTheEndForAFile() {
        var driver = GateDriver(.all(.blur, failure: .allow)) { _ in .error }
        driver.admit(count: 60)
        driver.finish()
        // Samples 0, 5, 10 end the first session, and so on; then the rest passes as the policy says.
        #expect(driver.restartDelays == [.zero, .zero])
        #expect(driver.decisions == [1, 2, 3])
        #expect(driver.sampled == Array(stride(from: 0, to: 45, by: 5)))
        #expect(driver.picture == "u" * 10 + "U" * 50)
    }

    @Test func startsThatFailCountAsWellAsSessionsBeforeThemDid() {
        var driver = GateDriver(interval: 40) { $0 == 0 ? .verdict(.safe) : .error }
        driver.restarts = false
        driver.admit(count: 4)
        #expect(driver.restartDelays == [.zero])
        for _ in 0..<3 {
            let number = driver.gate.failToStart(now: driver.now)
            driver.follow()
            driver.settle(number)
        }
        #expect(driver.restartDelays == [.zero, .zero, .zero])
        driver.finish()
        #expect(driver.picture == "Cuun")
    }

    @Test func liveBacksOffUpToHalfAMinute() {
        var driver = GateDriver(mode: Self.live, attaches: false)
        driver.restarts = false
        for _ in 0..<9 {
            let number = driver.gate.failToStart(now: .zero)
            driver.follow()
            driver.settle(number)
        }
        #expect(driver.restartDelays == [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000].map { ms($0) })
        driver.attach()
        driver.admit(count: 1)
        _ = driver.gate.failToStart(now: .zero)
        driver.follow()
        #expect(driver.restartDelays.last == ms(500), "an answer ends the back-off")
    }

    @Test func liveTriesUnavailabilityAgain() {
        var driver = GateDriver(.adultMinimal, mode: Self.live, attaches: false)
        driver.restarts = false
        _ = driver.gate.becomeUnavailable(now: .zero)
        driver.follow()
        driver.admit(count: 10)
        driver.wait(until: ms(400))
        #expect(driver.picture == "UUU")
        driver.attach()
        driver.finish()
        // The sample that waited is the first to be answered; what lies before it was not analysed.
        #expect(driver.picture == "UUUUUCCCCC")
    }

    @Test func liveHandsOverOnlyTheNewestAgain() {
        var driver = GateDriver(mode: .live(.fixed(ms(3000))), interval: 40) { _ in .silence }
        driver.restarts = false
        driver.admit(count: 3)
        driver.detach()
        driver.admit(count: 2)
        driver.attach()
        #expect(driver.sampled == [0, 4])
    }

    @Test func failureWhileLatchedIsNotToldAndStopsNothing() {
        var driver = GateDriver(.all(.block, sensitive: .blur)) {
            $0 == 5 ? .verdict(.nude) : $0 < 5 ? .verdict(.safe) : .error
        }
        driver.admit(count: 21)
        driver.finish()
        #expect(driver.decisions == [1, 2])
        #expect(driver.restartDelays == [.zero])
        #expect(!driver.gate.isStopped)
        #expect(driver.picture == "C" + "d" * 20)
    }

    @Test func startThatFailsWhileLatchedIsTheEnginesDecision() {
        var driver = GateDriver(.all(.block, sensitive: .blur)) { $0 == 5 ? .verdict(.nude) : .verdict(.safe) }
        driver.admit(count: 6)
        driver.detach()
        let number = driver.gate.failToStart(now: driver.now)
        driver.follow()
        driver.settle(number)
        #expect(driver.gate.isStopped)
        #expect(driver.restartDelays == [])
    }

    @Test func sessionThatAttachesTwiceAsksAgain() {
        var driver = GateDriver { _ in .silence }
        driver.admit(count: 6)
        driver.attach()
        #expect(driver.sampled == [0, 5, 0, 5])
        driver.answer(0, .nude, session: 1)
        #expect(driver.gate.closedBy == nil)
        driver.answer(0, .safe)
        driver.answer(5, .safe)
        driver.finish()
        #expect(driver.picture.hasPrefix("C"))
    }

    @Test func endBeforeTheFirstSession() {
        var driver = GateDriver(attaches: false)
        driver.admit(count: 8)
        driver.finish()
        #expect(driver.treatments == [])
        driver.attach()
        driver.finish()
        #expect(driver.picture == "C" * 8)
    }

    @Test func stoppedGateBeginsNoSession() {
        var driver = GateDriver(.childStrict) { _ in .verdict(.nude) }
        driver.admit(count: 1)
        driver.attach()
        #expect(!driver.gate.isAttached)
        #expect(driver.gate.isStopped)
    }
}
