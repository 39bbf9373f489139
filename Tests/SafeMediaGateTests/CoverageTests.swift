import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rules 2 and 3: what verdicts cover, and what the gate conceals by itself.
struct CoverageTests {
    private func play(
        _ mode: GateConfiguration.Mode = .file, policy: SafeMediaPolicy = .teenMessaging, frames count: Int = 16,
        change: [Int: (inout GateFrame) -> Void] = [:],
        said: @escaping (Int) -> GateDriver.Said = { _ in .verdict(.safe) }
    ) -> GateDriver {
        var driver = GateDriver(policy, mode: mode, said: said)
        for index in 0..<count {
            var frame = GateFrame(time: ms(Int64(index) * 40))
            change[index]?(&frame)
            driver.admit(frame)
        }
        driver.finish()
        return driver
    }

    @Test func betweenTwoClearSamples() {
        let driver = play()
        #expect(driver.picture == "C" * 16)
        #expect(driver.sound == "a" * 16)
    }

    @Test func concealedBeforeTheFirstClearSample() {
        let driver = play(said: { $0 == 0 ? .error : .verdict(.safe) })
        #expect(driver.picture == "uuuuu" + "C" * 11)
    }

    @Test func oneFailedSampleConcealsOnBothSides() {
        let driver = play(said: { $0 == 5 ? .error : .verdict(.safe) })
        #expect(driver.picture == "C" + "u" * 9 + "C" * 6)
        #expect(driver.decisions == [1], "a single failed sample is not told")
    }

    @Test func twoFailedSamplesAreNoDecisionEither() {
        let driver = play(said: { $0 == 5 || $0 == 10 ? .error : .verdict(.safe) })
        #expect(driver.picture == "C" + "u" * 14 + "C")
        #expect(driver.decisions == [1])
    }

    @Test func damageConcealsAndNothingIsConcludedAcrossIt() {
        let driver = play(change: [7: { $0.isDamaged = true }])
        // The frames beside the damage are samples themselves.
        #expect(driver.picture == "CCCCCCCxCCCCCCCC")
        #expect(driver.effects.contains(.damage(at: ms(280))))
        #expect(driver.decisions == [1])
    }

    @Test func damageIsNotShownWhateverTheModelSays() {
        for mode in [GateConfiguration.Mode.file, .live(.fixed(ms(300))), .immediate] {
            let driver = play(mode, policy: .adultMinimal, change: [3: { $0.isDamaged = true }])
            #expect(driver.treatments[3].picture == .concealed(.damage))
            #expect(driver.treatments[3].isMuted)
        }
    }

    @Test func samplesTooFarApartCoverNothingBetween() {
        // Two intervals and two frames are 480 ms. The model is busy with frame 0 until 600 ms.
        var driver = GateDriver(mode: .live(.fixed(ms(2000)))) { _ in .silence }
        driver.admit(count: 16)
        driver.answer(0, .safe)
        #expect(driver.sampled == [0, 15])
        driver.answer(15, .safe)
        driver.finish()
        #expect(driver.picture == "C" + "u" * 14 + "C")
    }

    @Test func samplesJustNearEnoughCoverWhatIsBetween() {
        var driver = GateDriver(mode: .live(.fixed(ms(2000)))) { _ in .silence }
        driver.admit(count: 12)
        driver.admit(GateFrame(time: ms(480), isChange: true))
        driver.answer(0, .safe)
        #expect(driver.sampled == [0, 12])
        driver.answer(12, .safe)
        driver.finish()
        #expect(driver.picture == "C" * 13)
    }

    @Test func replacedFlashIsUncovered() {
        // Frame 2 flashes while the model is busy with 0, and a newer sample takes its place.
        var driver = GateDriver(mode: .live(.fixed(ms(1000)))) { _ in .silence }
        for index in 0..<6 { driver.admit(GateFrame(time: ms(Int64(index) * 40), isChange: index == 2)) }
        driver.admit(GateFrame(time: ms(240), isChange: true))
        driver.answer(0, .safe)
        #expect(driver.sampled == [0, 6])
        driver.answer(6, .safe)
        driver.finish()
        #expect(driver.picture == "CuuuuuC")
    }

    @Test func replacedSampleWithoutFlashIsCovered() {
        var driver = GateDriver(mode: .live(.fixed(ms(1000)))) { _ in .silence }
        driver.admit(count: 11)
        driver.answer(0, .safe)
        #expect(driver.sampled == [0, 10])
        driver.answer(10, .safe)
        driver.finish()
        #expect(driver.picture == "C" * 11)
    }

    /// A live gate whose second sample is still with the model when its frame has left, and that sample.
    private func lateSample() throws -> (GateDriver, Int) {
        var driver = GateDriver(mode: .live(.fixed(ms(100)))) { $0 == 0 ? .verdict(.safe) : .silence }
        driver.admit(count: 12)
        let sample = try #require(driver.sampled.last)
        try #require(sample > 0 && driver.treatments.count > sample)
        return (driver, sample)
    }

    @Test func lateClearSampleCoversNothing() throws {
        var (driver, late) = try lateSample()
        driver.said = { _ in .verdict(.safe) }
        driver.answer(late, .safe)
        driver.admit(count: 12)
        driver.finish()
        let shown = try #require(driver.treatments.indices.first { $0 > 0 && driver.treatments[$0].isShown })
        #expect(shown > late)
        #expect(driver.sampled.contains(shown), "nothing between a late sample and the next is covered")
        #expect(driver.treatments[late].picture == .concealed(.late))
        #expect(driver.effects.contains(.late(at: ms(Int64(late) * 40))))
    }

    @Test func lateSensitiveSampleStillLatches() throws {
        var (driver, late) = try lateSample()
        driver.answer(late, .nude)
        driver.admit(count: 7)
        driver.finish()
        #expect(driver.gate.closedBy == 2)
        #expect(!driver.treatments[1...].contains { $0.isShown })
    }

    @Test func notClearConcealsBackToTheLastClearSample() {
        let driver = play(said: { $0 == 10 ? .verdict(.nude) : .verdict(.safe) })
        #expect(driver.picture == "CCCCCC" + "d" * 10)
    }

    @Test func eventsSayWhereConcealmentBeginsAndEnds() {
        let driver = play(said: { $0 == 5 ? .verdict(.unknown) : .verdict(.safe) })
        #expect(driver.effects.contains(.concealed(at: ms(40), reason: .decision, decision: 2)))
        #expect(driver.effects.contains(.concealed(at: ms(240), reason: .uncovered, decision: nil)))
        #expect(driver.effects.contains(.resumed(at: ms(400))))
    }
}
