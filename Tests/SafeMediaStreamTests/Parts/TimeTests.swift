import SafeMediaFrames
import Testing

@testable import SafeMediaStream

struct InputTimesTests {
    /// RTSP's first pictures come without a time, or all with the same one; they are spread by the frame rate, and the
    /// first real time follows them.
    @Test func aRunOfOneFirstTimeIsNone() {
        var times = InputTimes(start: nil, frameRate: Rational(25, 1))
        let inputs: [Int64?] = [nil, 0, 0, 0, 300, 340, 380]
        let results = inputs.map { input in
            times.picture(at: input.map { StreamTime(nanoseconds: $0 * 1_000_000) }, duration: nil).nanoseconds
                / 1_000_000
        }
        #expect(results == [0, 40, 80, 120, 160, 200, 240])
        // Sound goes by the same line: 300 of the input is 160 of the output.
        #expect(times.other(at: StreamTime(nanoseconds: 300_000_000))?.nanoseconds == 160_000_000)
    }

    @Test func oneFirstTimeIsKept() {
        var times = InputTimes(start: nil, frameRate: Rational(25, 1))
        let results = [5000, 5030, 5070, 5070].map { input in
            times.picture(at: StreamTime(nanoseconds: Int64(input) * 1_000_000), duration: nil).nanoseconds / 1_000_000
        }
        #expect(Array(results.prefix(3)) == [0, 30, 70])
        #expect(results[3] > 70)
    }

    private static func seconds(_ value: Double) -> StreamTime { StreamTime(seconds: value) }

    private func placed(
        _ times: [Double?], start: StreamTime? = nil, rate: Rational = Rational(25, 1)
    ) -> [Double] {
        var input = InputTimes(start: start, frameRate: rate)
        return times.map { input.picture(at: $0.map { StreamTime(seconds: $0) }, duration: nil).seconds }
    }

    @Test func theFirstPictureIsZero() {
        #expect(placed([100, 100.04, 100.08]) == [0, 0.04, 0.08])
    }

    @Test func aKnownStartIsZero() {
        #expect(placed([1.5, 1.54], start: Self.seconds(1)) == [0.5, 0.54])
    }

    @Test func picturesWithoutTimesFollowAtTheRate() {
        #expect(placed([nil, nil, nil]) == [0, 0.04, 0.08])
        #expect(placed([nil, 7, 7.04]) == [0, 0.04, 0.08])
    }

    @Test func holesUpToTenSecondsAreKeptAndLongerOnesClosed() {
        #expect(placed([0, 0.04, 9.04]) == [0, 0.04, 9.04])
        #expect(placed([0, 0.04, 5000, 5000.04]) == [0, 0.04, 0.08, 0.12])
    }

    @Test func repeatedAndJitteringTimesOnlyMoveForward() {
        let result = placed([0, 0.04, 0.04, 0.02, 0.12])
        #expect(zip(result, result.dropFirst()).allSatisfy { $0 < $1 })
        #expect(result.last == 0.12)
    }

    @Test func timeThatGoesBackIsRebased() {
        #expect(placed([50, 50.04, 2, 2.04]) == [0, 0.04, 0.08, 0.12])
    }

    @Test func absurdTimesNeitherTrapNorStopTheClock() {
        let times: [StreamTime?] = [
            .distantFuture, .distantPast, .zero, .distantPast, nil, .distantFuture, StreamTime(nanoseconds: .min + 1),
        ]
        for start in [nil, StreamTime.distantPast, .distantFuture, .zero] as [StreamTime?] {
            var input = InputTimes(start: start, frameRate: Rational(0, 0))
            var last: StreamTime?
            for time in times {
                let result = input.picture(at: time, duration: .distantFuture)
                if let last, last < StreamTime(nanoseconds: .max - 1_000_000_000_000) { #expect(result > last) }
                last = result
            }
        }
    }

    @Test func otherTracksMoveAlike() {
        var input = InputTimes(start: nil, frameRate: Rational(25, 1))
        #expect(input.other(at: .zero) == nil)
        _ = input.picture(at: Self.seconds(10), duration: nil)
        #expect(input.other(at: Self.seconds(10.5)) == Self.seconds(0.5))
        _ = input.picture(at: Self.seconds(500), duration: nil)
        #expect(input.other(at: Self.seconds(500)) == input.end.map { $0 - Self.seconds(0.04) })
    }
}

struct LatencyHistogramTests {
    @Test func nothingIsZero() {
        let histogram = LatencyHistogram()
        #expect(histogram.mean == .zero)
        #expect(histogram.percentile(0.95) == .zero)
        #expect(histogram.maximum == .zero)
    }

    @Test func smallLengthsAreExact() {
        var histogram = LatencyHistogram()
        for value in 0..<8 { histogram.record(StreamTime(nanoseconds: Int64(value))) }
        #expect(histogram.count == 8)
        #expect(histogram.percentile(0.5) == StreamTime(nanoseconds: 3))
        #expect(histogram.percentile(1) == StreamTime(nanoseconds: 7))
    }

    @Test func percentilesAreWithinAnEighth() {
        var histogram = LatencyHistogram()
        for value in 1...10_000 { histogram.record(StreamTime(nanoseconds: Int64(value) * 1000)) }
        for share in [0.5, 0.9, 0.95, 0.99] {
            let exact = share * 10_000 * 1000
            let found = Double(histogram.percentile(share).nanoseconds)
            #expect(found >= exact && found <= exact * 1.125)
        }
        #expect(histogram.mean == StreamTime(nanoseconds: 5_000_500))
        #expect(histogram.maximum == StreamTime(nanoseconds: 10_000_000))
    }

    @Test func extremesDoNotTrap() {
        var histogram = LatencyHistogram()
        for value in [Int64.min, -1, 0, .max, .max] { histogram.record(StreamTime(nanoseconds: value)) }
        #expect(histogram.count == 5)
        #expect(histogram.maximum == .distantFuture)
        #expect(histogram.percentile(0.95) == .distantFuture)
        #expect(histogram.percentile(0.5) == .zero)
    }
}

struct SampleChoiceTests {
    private func chosen(_ seconds: [Double], interval: Double, changes: Set<Int> = []) -> [Int] {
        var choice = SampleChoice(interval: StreamTime(seconds: interval))
        return seconds.indices.filter { index in
            choice.takes(StreamTime(seconds: seconds[index]), isChange: changes.contains(index), startsAnew: false)
        }
    }

    @Test func oneInEachInterval() {
        #expect(chosen([0, 0.4, 0.8, 1.2, 1.6, 2.0, 2.4], interval: 1) == [0, 3, 6])
    }

    @Test func changesCount() {
        #expect(chosen([0, 0.4, 0.8, 1.2, 1.6], interval: 1, changes: [2]) == [0, 2])
    }

    @Test func bothSidesOfAGap() {
        var choice = SampleChoice(interval: StreamTime(seconds: 1))
        _ = choice.takes(.zero, isChange: false, startsAnew: false)
        _ = choice.takes(StreamTime(seconds: 0.4), isChange: false, startsAnew: false)
        #expect(!choice.needsOneBefore(StreamTime(seconds: 1.4), startsAnew: false))
        #expect(choice.needsOneBefore(StreamTime(seconds: 1.5), startsAnew: false))
        #expect(choice.needsOneBefore(StreamTime(seconds: 0.5), startsAnew: true))
        let takes = choice.takes(StreamTime(seconds: 3), isChange: false, startsAnew: false)
        #expect(takes)
    }
}
