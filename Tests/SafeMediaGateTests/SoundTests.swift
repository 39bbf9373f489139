import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Rule 13: where the sound is silent.
struct SoundTests {
    /// Audible from 100 to 200 ms and from 300 ms on; the last picture ends at 400.
    private func timeline(ends: Bool = true) -> SoundTimeline {
        var timeline = SoundTimeline()
        for (time, isMuted) in [(100, false), (150, false), (200, true), (250, true), (300, false), (350, false)] {
            timeline.append(ms(Int64(time)), isMuted: isMuted)
        }
        if ends { timeline.end(at: ms(400)) }
        return timeline
    }

    @Test(
        arguments: [
            (0, 50, SoundTimeline.Answer.silent), (90, 110, .silent), (99, 100, .silent), (100, 120, .audible),
            (140, 200, .audible), (140, 201, .silent), (180, 220, .silent), (200, 300, .silent), (299, 319, .silent),
            (300, 340, .audible), (360, 400, .audible), (361, 401, .silent), (400, 420, .silent), (500, 520, .silent),
        ] as [(Int64, Int64, SoundTimeline.Answer)])
    func silentWhereAnyOfItIsMuted(start: Int64, end: Int64, expected: SoundTimeline.Answer) {
        #expect(timeline().answer(from: ms(start), to: ms(end)) == expected)
    }

    @Test func undecidedUntilThePicturesThatDecideHaveLeft() {
        let open = timeline(ends: false)
        #expect(open.answer(from: ms(310), to: ms(330)) == .audible)
        #expect(open.answer(from: ms(290), to: ms(330)) == .silent)
        #expect(open.answer(from: ms(330), to: ms(351)) == .undecided)
        #expect(open.answer(from: ms(900), to: ms(920)) == .undecided)
        #expect(SoundTimeline().answer(from: .zero, to: ms(20)) == .undecided)
    }

    @Test(
        arguments: [
            (0, 120, [0, 100]), (110, 190, []), (190, 210, [200, 210]), (150, 350, [200, 300]), (210, 290, [210, 290]),
            (0, 500, [0, 100, 200, 300, 400, 500]), (399, 401, [400, 401]),
        ] as [(Int64, Int64, [Int64])])
    func mutedPartsToTheNanosecond(start: Int64, end: Int64, expected: [Int64]) {
        let parts = timeline().mutedParts(from: ms(start), to: ms(end))
        #expect(parts.flatMap { [$0.from, $0.to] } == expected.map { ms($0) })
    }

    @Test func aFirstPictureAtZeroHasNothingBeforeIt() {
        var timeline = SoundTimeline()
        timeline.append(.zero, isMuted: false)
        timeline.append(ms(40), isMuted: false)
        #expect(timeline.answer(from: ms(-21), to: ms(0)) == .audible)
        #expect(timeline.answer(from: ms(-21), to: ms(21)) == .audible)
        // Longer than any codec's run-in: sound of something else.
        #expect(timeline.answer(from: ms(-121), to: ms(-100)) == .silent)
        #expect(timeline.mutedParts(from: ms(-150), to: ms(20)).map(\.to) == [ms(-100)])
    }

    @Test func clearSpansEndWhereMutingBegins() {
        let closed = timeline()
        #expect(closed.clearSpan(from: ms(120), to: ms(180)) == .until(ms(180)))
        #expect(closed.clearSpan(from: ms(120), to: ms(380)) == .until(ms(200)))
        #expect(closed.clearSpan(from: ms(220), to: ms(380)) == .until(ms(220)))
        #expect(timeline(ends: false).clearSpan(from: ms(310), to: ms(500)) == .undecided)
    }

    @Test func silentWithoutAnyPicture() {
        var timeline = SoundTimeline()
        timeline.end(at: .zero)
        #expect(timeline.answer(from: .zero, to: ms(20)) == .silent)
        #expect(timeline.frontier == .distantFuture)
    }

    @Test func forgettingChangesNoAnswerBehindIt() {
        var timeline = timeline()
        let starts = stride(from: Int64(260), to: 420, by: 5)
        let before = starts.map { timeline.answer(from: ms($0), to: ms($0 + 20)) }
        timeline.forget(before: ms(260))
        #expect(starts.map { timeline.answer(from: ms($0), to: ms($0 + 20)) } == before)
    }

    @Test func absurdTimes() {
        var timeline = SoundTimeline()
        timeline.append(.distantPast, isMuted: false)
        timeline.end(at: .distantFuture)
        #expect(timeline.answer(from: .distantPast, to: .distantFuture) != .undecided)
    }

    // MARK: What the gate says of sound

    private func play(_ policy: SafeMediaPolicy, said: @escaping (Int) -> FrameVerdict) -> GateDriver {
        var driver = GateDriver(policy) { .verdict(said($0)) }
        driver.admit(count: 21)
        driver.finish()
        return driver
    }

    @Test func guidanceMutesFromTheLastSampleWithoutToTheNextWithout() {
        let driver = play(.adultMinimal) { $0 == 10 ? .of(.safe, mutes: true) : .safe }
        #expect(driver.picture == "C" * 21)
        #expect(driver.sound == "aaaaaa" + "m" * 9 + "aaaaaa")
    }

    @Test func concealedFramesAreSilent() {
        let driver = play(.teenMessaging) { $0 == 10 ? .unknown : .safe }
        #expect(driver.picture == "CCCCCC" + "ddddd" + "uuuu" + "CCCCCC")
        #expect(driver.sound == "aaaaaa" + "m" * 9 + "aaaaaa")
    }

    @Test func revealedFramesFollowTheGuidance() throws {
        var driver = GateDriver(.all(.blurWithReveal), mode: .live(.fixed(ms(400)))) {
            $0 < 5 ? .verdict(.safe) : .verdict(.of(.sensitive, [.nudity], mutes: true))
        }
        driver.admit(count: 11)
        try driver.proceed(after: 2)
        driver.admit(count: 10)
        driver.finish()
        #expect(driver.picture == "Cddddd" + "C" * 15)
        #expect(driver.sound == "a" + "m" * 20)
    }
}
