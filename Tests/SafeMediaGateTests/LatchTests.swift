import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rules 6 and 7: what keeps the gate closed, and what opens it.
struct LatchTests {
    private static let live = GateConfiguration.Mode.live(.fixed(ms(400)))

    private func nude(_ frames: ClosedRange<Int>) -> (Int) -> GateDriver.Said {
        { frames.contains($0) ? .verdict(.nude) : .verdict(.safe) }
    }

    // MARK: The latches

    @Test func detachConcealsEvenWhatIsCovered() {
        var driver = GateDriver(mode: Self.live)
        driver.admit(count: 11)
        #expect(driver.picture == "C")
        driver.detach()
        driver.admit(count: 5)
        #expect(driver.picture == "Cnnnnn")
        driver.attach()
        driver.admit(count: 5)
        driver.finish()
        #expect(driver.picture.hasSuffix("C"))
    }

    @Test func latchSurvivesTheEndOfAnalysis() {
        var driver = GateDriver(said: nude(5...5))
        driver.admit(count: 6)
        driver.detach()
        #expect(driver.gate.closedBy == 2)
        driver.attach()
        driver.admit(count: 10)
        driver.finish()
        #expect(driver.gate.closedBy == 2)
        #expect(driver.picture == "C" + "d" * 15)
    }

    @Test func detachedFilesDoNotPileUpSamples() {
        var driver = GateDriver()
        driver.admit(count: 1)
        driver.detach()
        driver.admit(count: 100)
        driver.attach()
        driver.admit(count: 5)
        driver.finish()
        #expect(driver.sampled.filter { (1...100).contains($0) } == [])
        #expect(driver.picture.hasPrefix("C" + "n" * 100))
        #expect(driver.picture.hasSuffix("C"))
        #expect(driver.treatments.count == 106)
    }

    @Test func operatorConcealsTheWholeHoldBackAndOpensByHandOnly() throws {
        var driver = GateDriver(mode: Self.live, resumesAfter: .zero)
        driver.admit(count: 13)
        #expect(driver.picture == "CCC")
        driver.gate.closeByHand()
        driver.admit(count: 5)
        #expect(driver.picture == "CCCooooo")
        #expect(driver.treatments.last?.isMuted == true)
        #expect(throws: GateContinueRefusal.nothingToContinue) { try driver.proceed(after: 1) }
        driver.gate.openByHand()
        driver.finish()
        #expect(driver.picture == "CCCooooo" + "C" * 10)
    }

    @Test func operatorConcealsUnverifiedFramesToo() {
        var driver = GateDriver(.adultMinimal, attaches: false)
        let number = driver.gate.becomeUnavailable(now: .zero)
        driver.settle(number)
        driver.gate.closeByHand()
        driver.admit(count: 2)
        driver.gate.openByHand()
        driver.admit(count: 1)
        #expect(driver.picture == "ooU")
    }

    @Test func unverifiedFramesDoNotPassWhileLatched() {
        var driver = GateDriver(.all(.blur, failure: .allow)) { $0 == 0 ? .verdict(.nude) : .error }
        driver.admit(count: 60)
        driver.finish()
        #expect(driver.picture == "d" * 60)
    }

    // MARK: The resume rule

    @Test func resumesAtTheFirstCoveredFrameAfterSoMuchClearTime() {
        var driver = GateDriver(resumesAfter: ms(200), said: nude(5...5))
        driver.admit(count: 21)
        driver.finish()
        // Clear since frame 10 at 400 ms; frame 15 at 600 ms is the first at or after 600 ms.
        #expect(driver.picture == "C" + "d" * 14 + "C" * 6)
        #expect(driver.continued == [2])
    }

    @Test func resumesBetweenSamples() {
        var driver = GateDriver(resumesAfter: ms(130), said: nude(5...5))
        driver.admit(count: 21)
        driver.finish()
        #expect(driver.picture == "C" + "d" * 13 + "C" * 7)
    }

    @Test func whatIsNotClearBeginsTheCountAnew() {
        for doubtful in [GateDriver.Said.error, .verdict(.unknown), .verdict(.gory)] {
            var driver = GateDriver(resumesAfter: ms(400)) {
                $0 == 5 ? .verdict(.nude) : $0 == 15 ? doubtful : .verdict(.safe)
            }
            driver.admit(count: 36)
            driver.finish()
            // Clear since 20 at 800 ms, so that 1200 ms is frame 30.
            #expect(driver.picture == "C" + "d" * 29 + "C" * 6)
        }
    }

    @Test func lossBeginsTheCountAnew() {
        var driver = GateDriver(resumesAfter: ms(200), said: nude(5...5))
        for index in 0..<26 { driver.admit(GateFrame(time: ms(Int64(index) * 40), followsLoss: index == 12)) }
        driver.finish()
        // Clear since the loss at 480 ms; frame 17 is at 680 ms.
        #expect(driver.picture == "C" + "d" * 16 + "C" * 9)
    }

    @Test func manualNeverResumes() {
        var driver = GateDriver(said: nude(5...5))
        driver.admit(count: 100)
        driver.finish()
        #expect(driver.picture == "C" + "d" * 99)
    }

    @Test func continueAfterTheRuleHasResumedIsStale() {
        var driver = GateDriver(resumesAfter: .zero, said: nude(5...5))
        driver.admit(count: 11)
        #expect(throws: GateContinueRefusal.nothingToContinue) { try driver.proceed(after: 2) }
    }

    // MARK: Continues

    @Test func continueOpensFromTheFirstFrameThatHasNotLeft() throws {
        var driver = GateDriver(.all(.blur), mode: Self.live, said: nude(5...5))
        driver.admit(count: 21)
        #expect(driver.picture == "C" + "d" * 10)
        try driver.proceed(after: 2)
        driver.admit(count: 5)
        driver.finish()
        #expect(driver.picture == "C" + "d" * 10 + "C" * 15)
        #expect(driver.continued == [2])
    }

    @Test func wrongNumberIsStale() {
        var driver = GateDriver(said: nude(5...5))
        driver.admit(count: 6)
        #expect(throws: GateContinueRefusal.stale(current: 2)) { try driver.proceed(after: 1) }
        #expect(driver.gate.closedBy == 2)
    }

    @Test func personIsRefusedWhereNoRevealIsAllowed() throws {
        var driver = GateDriver(.all(.blurWithReveal, allowReveal: false), said: nude(5...20))
        driver.admit(count: 6)
        #expect(throws: GateContinueRefusal.revealNotAllowed) { try driver.proceed(after: 2, by: .person) }
        try driver.proceed(after: 2, by: .app)
        driver.admit(count: 5)
        #expect(driver.gate.closedBy == 3, "an app's continue only re-arms there")
    }

    @Test func rearmLatchesAgainOnWhatIsStillSensitive() throws {
        var driver = GateDriver(.all(.blur), mode: Self.live, said: nude(5...15))
        driver.admit(count: 21)
        try driver.proceed(after: 2)
        #expect(driver.gate.closedBy == 3)
        #expect(driver.yielded == [.safe, .nude, .nude])
        driver.finish()
        #expect(driver.picture == "C" + "d" * 20)
    }

    @Test func revealPardonsTheSpan() throws {
        var driver = GateDriver(mode: Self.live, said: nude(5...15))
        driver.admit(count: 13)
        #expect(driver.picture == "Cdd")
        try driver.proceed(after: 2, by: .person)
        driver.admit(count: 10)
        driver.finish()
        // From behind the decision's sample; 16 to 20 are between a pardoned and a clear sample.
        #expect(driver.picture == "Cddddd" + "C" * 17)
        #expect(driver.yielded == [.safe, .nude])
    }

    @Test func revealedPicturesAreMarked() throws {
        var driver = GateDriver(mode: Self.live, said: nude(5...15))
        driver.admit(count: 13)
        try driver.proceed(after: 2, by: .person)
        driver.admit(count: 15)
        driver.finish()
        // 16 to 19 lie behind a pardoned sample, and 20 is clear by itself.
        let revealed = driver.treatments.indices.filter { driver.treatments[$0].isRevealed }
        #expect(revealed == Array(6..<20))
        #expect(driver.treatments[6...].allSatisfy { $0.picture == .clear })
    }

    @Test func clearSampleEndsTheReveal() throws {
        var driver = GateDriver(mode: Self.live) { [5, 10, 20].contains($0) ? .verdict(.nude) : .verdict(.safe) }
        driver.admit(count: 11)
        try driver.proceed(after: 2, by: .person)
        driver.admit(count: 11)
        #expect(driver.gate.closedBy == 3)
    }

    @Test func lossEndsTheReveal() throws {
        var driver = GateDriver(mode: Self.live, said: nude(5...40))
        driver.admit(count: 11)
        try driver.proceed(after: 2, by: .person)
        driver.admit(GateFrame(time: ms(440), followsLoss: true))
        #expect(driver.gate.closedBy == 3)
    }

    @Test func anotherContentTypeEndsTheReveal() throws {
        var driver = GateDriver(mode: Self.live) { $0 < 5 ? .verdict(.safe) : .verdict($0 < 15 ? .nude : .gory) }
        driver.admit(count: 11)
        try driver.proceed(after: 2, by: .app)
        driver.admit(count: 5)
        #expect(driver.gate.closedBy == 3)
        #expect(driver.yielded == [.safe, .nude, .gory])
    }

    @Test func endOfAnalysisEndsTheReveal() throws {
        var driver = GateDriver(mode: Self.live, said: nude(5...40))
        driver.admit(count: 11)
        try driver.proceed(after: 2, by: .person)
        driver.detach()
        driver.attach()
        driver.admit(count: 10)
        #expect(driver.gate.closedBy == 3)
    }

    @Test func revealOfASpanThatIsOverPardonsNothing() throws {
        var driver = GateDriver(mode: .live(.fixed(ms(40)))) {
            [5, 20].contains($0) ? .verdict(.nude) : .verdict(.safe)
        }
        driver.admit(count: 14)
        try driver.proceed(after: 2, by: .person)
        driver.admit(count: 8)
        #expect(driver.gate.closedBy == 3)
    }

    @Test func sampleBeforeTheContinueClosesNothingAnyMore() throws {
        var driver = GateDriver(.all(.blur), mode: .live(.fixed(ms(40)))) { $0 == 0 ? .verdict(.safe) : .silence }
        driver.admit(count: 6)
        driver.answer(try #require(driver.sampled.last), .nude)
        driver.admit(count: 8)
        let before = try #require(driver.sampled.last)
        try #require(driver.gate.closedBy == 2 && driver.treatments.count > before)
        try driver.proceed(after: 2)
        driver.answer(before, .nude)
        #expect(driver.gate.closedBy == nil)
        for _ in 0..<2 {
            driver.admit(count: 10)
            driver.answer(try #require(driver.sampled.last), .nude)
        }
        #expect(driver.gate.closedBy == 3)
        #expect(!driver.treatments[1...].contains { $0.isShown })
    }

    @Test func continueInsideTheHandlerWaitsForItToReturn() throws {
        var driver = GateDriver(.all(.blur), said: nude(5...5))
        driver.settles = false
        driver.admit(count: 1)
        driver.settle(1)
        driver.admit(count: 15)
        try driver.proceed(after: 2)
        driver.release()
        #expect(driver.picture == "C")
        driver.settle(2)
        driver.finish()
        #expect(driver.picture == "Cddddd" + "u" * 4 + "C" * 6)
    }

    @Test func latchThatClosesWithoutASessionIsToldToTheNext() throws {
        var driver = GateDriver(.all(.blur), mode: Self.live, said: nude(5...15))
        driver.admit(count: 11)
        driver.detach()
        try driver.proceed(after: 2)
        #expect(driver.gate.closedBy == 3)
        #expect(driver.decisions == [1, 2])
        driver.attach()
        #expect(driver.decisions == [1, 2, 3])
        #expect(driver.yielded == [.safe, .nude, .nude])
    }
}
