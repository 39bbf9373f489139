import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rule 4: what the engine is told of, and when.
struct YieldTests {
    private func play(
        _ policy: SafeMediaPolicy = .teenMessaging, frames: Int, resumesAfter: StreamTime? = nil,
        said: @escaping (Int) -> FrameVerdict
    ) -> GateDriver {
        var driver = GateDriver(policy, resumesAfter: resumesAfter) { .verdict(said($0)) }
        driver.admit(count: frames)
        driver.finish()
        return driver
    }

    @Test func changesAreToldAndSamplesAreNot() {
        let driver = play(.all(.allow), frames: 40) { $0 < 10 ? .safe : $0 < 20 ? .nude : $0 < 30 ? .gory : .safe }
        #expect(driver.yielded == [.safe, .nude, .gory, .safe])
        #expect(driver.decisions == [1, 2, 3, 4])
    }

    @Test func scoresAreNoChange() {
        var scored = FrameVerdict.safe
        scored.scores = ["a": 0.5]
        let driver = play(frames: 11) { $0 == 5 ? scored : .safe }
        #expect(driver.yielded == [.safe])
    }

    @Test func oneVerdictALatch() {
        let driver = play(frames: 40) { $0 < 10 ? .safe : $0 < 20 ? .nude : $0 < 30 ? .unknown : .gory }
        #expect(driver.yielded == [.safe, .nude])
    }

    @Test func firstAfterAResumeIsTheFirstThatIsNotClear() {
        let driver = play(frames: 60, resumesAfter: .zero) { $0 == 10 || $0 == 40 ? .nude : .safe }
        #expect(driver.yielded == [.safe, .nude, .nude])
        #expect(driver.continued == [2, 3])
    }

    @Test func newSessionIsToldOfItsFirstVerdict() {
        var driver = GateDriver()
        driver.admit(count: 6)
        driver.detach()
        driver.attach()
        driver.admit(count: 6)
        #expect(driver.yielded == [.safe, .safe])
    }

    @Test func engineThatWaitsAfterAnUnknownIsContinuedBeforeItIsToldOfAnother() {
        let driver = play(frames: 16) { $0 == 5 ? .unknown : $0 == 10 ? .nude : .safe }
        let order = driver.effects.compactMap { effect -> String? in
            switch effect {
            case .yield(let number, _, _): "yield \(number)"
            case .continueEngine(let number): "continue \(number)"
            default: nil
            }
        }
        #expect(order == ["yield 1", "yield 2", "continue 2", "yield 3"])
    }

    @Test func engineThatWaitsAfterAnUnknownIsContinuedBeforeTheErrorIsTold() {
        var driver = GateDriver { $0 == 5 ? .verdict(.unknown) : $0 > 5 && $0 < 21 ? .error : .verdict(.safe) }
        driver.admit(count: 26)
        driver.finish()
        let order = driver.effects.compactMap { effect -> String? in
            switch effect {
            case .fail(let number, _): "fail \(number)"
            case .continueEngine(let number): "continue \(number)"
            default: nil
            }
        }
        #expect(order == ["continue 2", "fail 3"])
    }

    @Test func repeatedUnknownIsConcealedByTheSameDecision() {
        let driver = play(frames: 16) { $0 == 5 || $0 == 10 ? .unknown : .safe }
        #expect(driver.picture == "C" + "d" * 10 + "uuuuC")
        #expect(driver.treatments[8].decision == 2)
        #expect(driver.yielded == [.safe, .unknown, .safe])
    }

    @Test func filesJudgeNothingBeyondAnUnsettledDecision() {
        var driver = GateDriver { $0 == 5 ? .verdict(.nude) : .verdict(.safe) }
        driver.settles = false
        driver.admit(count: 11)
        #expect(driver.picture == "C", "frame 0 is decided before anything is told")
        #expect(driver.yielded == [.safe])
        driver.settle(1)
        driver.release()
        #expect(driver.yielded == [.safe, .nude])
        #expect(driver.picture == "C", "nothing leaves from the first frame that the decision conceals")
        driver.settle(2)
        driver.release()
        #expect(driver.picture == "C" + "d" * 10)
        #expect(!driver.gate.hasUnsettledDecisions)
    }

    @Test func liveDoesNotWaitForHandlers() {
        var driver = GateDriver(mode: .live(.fixed(ms(300)))) { $0 == 5 ? .verdict(.nude) : .verdict(.safe) }
        driver.settles = false
        driver.admit(count: 16)
        driver.finish()
        #expect(driver.picture == "C" + "d" * 15)
        #expect(driver.gate.hasUnsettledDecisions)
    }

    @Test func settlingTwiceOrAnUnknownNumberDoesNothing() {
        var driver = GateDriver()
        driver.settles = false
        driver.admit(count: 1)
        driver.settle(7)
        #expect(driver.gate.hasUnsettledDecisions)
        driver.settle(1)
        driver.settle(1)
        #expect(!driver.gate.hasUnsettledDecisions)
    }
}
