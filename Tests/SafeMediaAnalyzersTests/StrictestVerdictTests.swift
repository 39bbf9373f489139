import SafeMediaFrames
import SafeMediaKit
import Testing

@testable import SafeMediaAnalyzers

@Suite struct StrictestVerdictTests {
    private func verdict(
        _ sensitivity: SafeMediaSensitivity, _ types: Set<SafeMediaContentType> = [], mutes: Bool = false,
        availability: SafeMediaAvailability = .available, scores: [String: Double] = [:]
    ) -> FrameVerdict {
        FrameVerdict(
            verdict: SafeMediaVerdict(
                sensitivity: sensitivity, contentTypes: types,
                guidance: SafeMediaGuidance(
                    shouldIndicateSensitivity: sensitivity == .sensitive, shouldInterruptVideo: false,
                    shouldMuteAudio: mutes),
                availability: availability),
            scores: scores)
    }

    @Test(arguments: [
        (SafeMediaSensitivity.safe, SafeMediaSensitivity.safe, SafeMediaSensitivity.safe),
        (.safe, .unknown, .unknown), (.unknown, .sensitive, .sensitive), (.safe, .sensitive, .sensitive),
        (.sensitive, .sensitive, .sensitive), (.unknown, .unknown, .unknown),
    ])
    func strictestSensitivity(
        left: SafeMediaSensitivity, right: SafeMediaSensitivity, expected: SafeMediaSensitivity
    ) {
        #expect(strictest([("a", verdict(left)), ("b", verdict(right))]).verdict.sensitivity == expected)
        #expect(strictest([("a", verdict(right)), ("b", verdict(left))]).verdict.sensitivity == expected)
    }

    @Test func everythingElseIsMerged() {
        let merged = strictest([
            ("a", verdict(.sensitive, [.nudity], scores: ["x": 0.9])),
            ("b", verdict(.sensitive, [.goreOrViolence], mutes: true, scores: ["x": 0.1, "y": 0.2])),
            ("b", verdict(.safe, scores: ["x": 0.3])),
        ])
        #expect(merged.verdict.contentTypes == [.nudity, .goreOrViolence])
        #expect(
            merged.verdict.guidance
                == SafeMediaGuidance(
                    shouldIndicateSensitivity: true, shouldInterruptVideo: false, shouldMuteAudio: true))
        #expect(merged.scores == ["a/x": 0.9, "b/x": 0.3, "b/y": 0.2])
    }

    @Test func unavailableIsNotEscaped() {
        let missing = SafeMediaAvailability.unavailable(.missingFramework)
        let merged = strictest([("a", verdict(.safe)), ("b", verdict(.safe, availability: missing))])
        #expect(merged.verdict.availability == missing)
    }

    @Test func nobodyAskedIsUnknown() {
        #expect(strictest([]).verdict.sensitivity == .unknown)
    }
}
