import Foundation
import SafeMediaKit
import SafeMediaKitTesting
import Testing

@Suite struct MockFiniteTests {
    static let source = SafeMediaSource.imageFile(URL(fileURLWithPath: "/nonexistent/kit.png"))

    @Test func verdicts() {
        #expect(SafeMediaVerdict.mockSafe.sensitivity == .safe)
        #expect(SafeMediaVerdict.mockSafe.contentTypes.isEmpty)
        #expect(SafeMediaVerdict.mockSafe.guidance == .none)
        #expect(SafeMediaVerdict.mockSafe.availability == .available)
        #expect(SafeMediaVerdict.mockSensitive.sensitivity == .sensitive)
        #expect(SafeMediaVerdict.mockSensitive.contentTypes == [.nudity])
        #expect(
            SafeMediaVerdict.mockSensitive.guidance
                == SafeMediaGuidance(
                    shouldIndicateSensitivity: true, shouldInterruptVideo: false, shouldMuteAudio: false))
        #expect(SafeMediaVerdict.mockSensitiveVideo.contentTypes == [.nudity])
        #expect(
            SafeMediaVerdict.mockSensitiveVideo.guidance
                == SafeMediaGuidance(shouldIndicateSensitivity: true, shouldInterruptVideo: true, shouldMuteAudio: true)
        )
        #expect(SafeMediaVerdict.mockUnknownUnavailable.sensitivity == .unknown)
        #expect(SafeMediaVerdict.mockUnknownUnavailable.availability == .unavailable(.analysisPolicyDisabled))
    }

    @Test(.timeLimit(.minutes(1))) func answersAsTold() async throws {
        let analyzer = MockSafeMediaAnalyzer(result: .success(.mockSensitive))
        #expect(await analyzer.availability() == .available)
        #expect(try await analyzer.analyze(Self.source) == .mockSensitive)
        let failing = MockSafeMediaAnalyzer(
            result: .failure(SafeMediaError.imageLoadingFailed), availability: .unavailable(.unsupportedPlatform))
        #expect(await failing.availability() == .unavailable(.unsupportedPlatform))
        await #expect(throws: SafeMediaError.imageLoadingFailed) { try await failing.analyze(Self.source) }
    }
}
