import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rule 4: each line of the table under each action, in each mode. Frames come every 40 ms and each fifth is a sample.
struct VerdictTableTests {
    enum Mode: CaseIterable {
        case file, live, immediate

        var configured: GateConfiguration.Mode {
            switch self {
            case .file: .file
            case .live: .live(.fixed(ms(300)))
            case .immediate: .immediate
            }
        }
    }

    private func play(
        _ policy: SafeMediaPolicy, _ mode: Mode, frames: Int = 16, resumesAfter: StreamTime? = nil,
        said: @escaping (Int) -> GateDriver.Said
    ) -> GateDriver {
        var driver = GateDriver(policy, mode: mode.configured, resumesAfter: resumesAfter, said: said)
        driver.admit(count: frames)
        driver.finish()
        return driver
    }

    private func fifth(_ verdict: FrameVerdict) -> (Int) -> GateDriver.Said {
        { $0 == 5 ? .verdict(verdict) : .verdict(.safe) }
    }

    @Test(arguments: [SafeMediaAction.allow, .muteAudio], Mode.allCases)
    func sensitiveThatIsAllowedCountsAsClear(action: SafeMediaAction, mode: Mode) {
        let driver = play(.all(action), mode, said: fifth(.nude))
        #expect(driver.picture == (mode == .immediate ? "u" + "C" * 15 : "C" * 16))
        #expect(driver.yielded == [.safe, .nude, .safe])
        let muted =
            action == .allow
            ? (mode == .immediate ? "m" + "a" * 15 : "a" * 16)
            : (mode == .immediate ? "maaaaa" + "m" * 5 + "a" * 5 : "a" + "m" * 9 + "a" * 6)
        #expect(driver.sound == muted)
        #expect(driver.gate.closedBy == nil)
    }

    @Test(arguments: [SafeMediaAction.blur, .blurWithReveal], Mode.allCases)
    func sensitiveThatIsBlurredLatches(action: SafeMediaAction, mode: Mode) {
        let driver = play(.all(action), mode, said: fifth(.nude))
        #expect(driver.picture == (mode == .immediate ? "uCCCCC" + "d" * 10 : "C" + "d" * 15))
        #expect(driver.yielded == [.safe, .nude])
        #expect(driver.gate.closedBy == 2)
        #expect(driver.treatments.last?.decision == 2)
        #expect(driver.treatments.last?.isMuted == true)
    }

    @Test(arguments: [SafeMediaAction.block, .interruptVideo], Mode.allCases)
    func sensitiveThatIsBlockedClosesForGood(action: SafeMediaAction, mode: Mode) {
        var driver = play(.all(action), mode, resumesAfter: .zero, said: fifth(.nude))
        #expect(driver.picture == (mode == .immediate ? "uCCCCC" + "s" * 10 : "C" + "s" * 15))
        #expect(driver.yielded == [.safe, .nude])
        #expect(driver.gate.isStopped)
        #expect(driver.sampled == [0, 5])
        #expect(driver.treatments.last?.decision == 2)
        #expect(throws: GateContinueRefusal.stopped) { try driver.proceed(after: 2) }
    }

    @Test(arguments: [SafeMediaAction.allow, .muteAudio], Mode.allCases)
    func unknownThatIsAllowedCountsAsClear(action: SafeMediaAction, mode: Mode) {
        let driver = play(.all(action), mode, said: fifth(.unknown))
        #expect(driver.picture == (mode == .immediate ? "u" + "C" * 15 : "C" * 16))
        #expect(driver.continued == [])
    }

    @Test(arguments: [SafeMediaAction.blur, .blurWithReveal], Mode.allCases)
    func unknownThatIsBlurredConcealsToTheNextClearSample(action: SafeMediaAction, mode: Mode) {
        let driver = play(.all(action), mode, said: fifth(.unknown))
        #expect(driver.picture == (mode == .immediate ? "uCCCCCdddddCCCCC" : "CddddduuuuCCCCCC"))
        #expect(driver.yielded == [.safe, .unknown, .safe])
        #expect(driver.continued == [2])
        #expect(driver.gate.closedBy == nil)
    }

    @Test(arguments: [SafeMediaAction.block, .interruptVideo], Mode.allCases)
    func unknownThatIsBlockedClosesForGood(action: SafeMediaAction, mode: Mode) {
        let driver = play(.all(action), mode, said: fifth(.unknown))
        #expect(driver.picture == (mode == .immediate ? "uCCCCC" + "s" * 10 : "C" + "s" * 15))
        #expect(driver.gate.isStopped)
    }

    private func failing(_ frame: Int) -> GateDriver.Said {
        [5, 10, 15].contains(frame) ? .error : .verdict(.safe)
    }

    @Test(arguments: [SafeMediaAction.allow, .muteAudio], Mode.allCases)
    func failureThatIsAllowedPassesUnverified(action: SafeMediaAction, mode: Mode) {
        let driver = play(.all(action), mode, frames: 26, said: failing)
        let expected = mode == .immediate ? "uCCCCC" + "u" * 10 + "UUUUUCCCCC" : "C" + "u" * 14 + "UUUUU" + "C" * 6
        #expect(driver.picture == expected)
        let unverified = driver.treatments.filter { $0.picture == .unverified }
        #expect(unverified.allSatisfy { $0.isMuted == (action == .muteAudio) })
    }

    @Test(arguments: [SafeMediaAction.blur, .blurWithReveal], Mode.allCases)
    func failureThatIsBlurredConcealsUntilAnalysisIsBack(action: SafeMediaAction, mode: Mode) {
        let driver = play(.all(action), mode, frames: 26, said: failing)
        let expected = mode == .immediate ? "uCCCCC" + "u" * 10 + "nnnnnCCCCC" : "C" + "u" * 14 + "nnnnn" + "C" * 6
        #expect(driver.picture == expected)
        #expect(driver.treatments.first { $0.picture == .concealed(.noAnalysis) }?.decision == 2)
        #expect(driver.decisions == [1, 2, 3])
    }

    @Test(arguments: [SafeMediaAction.block, .interruptVideo], Mode.allCases)
    func failureThatIsBlockedClosesForGood(action: SafeMediaAction, mode: Mode) {
        let driver = play(.all(action), mode, frames: 26, said: failing)
        let expected = mode == .immediate ? "uCCCCC" + "u" * 10 + "s" * 10 : "C" + "u" * 14 + "s" * 11
        #expect(driver.picture == expected)
        #expect(driver.restartDelays == [])
    }

    @Test(
        arguments: [
            (SafeMediaAction.allow, "U", "a"), (.muteAudio, "U", "m"), (.blur, "n", "m"), (.blurWithReveal, "n", "m"),
            (.block, "s", "m"), (.interruptVideo, "s", "m"),
        ], Mode.allCases)
    func unavailability(_ line: (action: SafeMediaAction, picture: String, sound: String), mode: Mode) {
        var driver = GateDriver(.all(line.action), mode: mode.configured, attaches: false)
        driver.restarts = false
        let number = driver.gate.becomeUnavailable(now: .zero)
        driver.follow()
        driver.admit(count: 8)
        #expect(mode != .file || driver.treatments.isEmpty, "the handler has not returned")
        driver.settle(number)
        driver.finish()
        #expect(driver.picture == line.picture * 8)
        #expect(driver.sound == line.sound * 8)
        #expect(driver.restartDelays.count == (mode == .file || line.picture == "s" ? 0 : 1))
        #expect(driver.sampled == [])
    }

    @Test(arguments: [SafeMediaAction.allow, .blur, .block])
    func safeFromAnUnavailableModelIsWhatUnavailabilityIs(action: SafeMediaAction) {
        let verdict = FrameVerdict.of(.safe, availability: .unavailable(.missingFramework))
        let driver = play(.all(.block, unavailable: action), .file, said: fifth(verdict))
        let expected = [SafeMediaAction.allow: "C" * 16, .blur: "CddddduuuuCCCCCC", .block: "C" + "s" * 15]
        #expect(driver.picture == expected[action])
    }
}
