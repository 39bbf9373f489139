import Foundation
import SafeMediaKit
import SafeMediaKitTesting
import Testing

// Written as an app for iOS would be: every type, label and case, and nothing that only Linux has.

private struct HouseAnalyzer: SafeMediaAnalyzing {
    func analyze(_ source: SafeMediaSource) async throws -> SafeMediaVerdict {
        switch source {
        case .imageFile: return .mockSafe
        case .videoFile: throw SafeMediaError.unsupportedMediaType
        default: throw SafeMediaError.analysisFailed("not a file")
        }
    }
}

private actor HouseCache: SafeMediaVerdictCaching {
    private var verdicts: [SafeMediaCacheKey: SafeMediaVerdict] = [:]
    func verdict(for key: SafeMediaCacheKey) async -> SafeMediaVerdict? { verdicts[key] }
    func store(_ verdict: SafeMediaVerdict, for key: SafeMediaCacheKey) async { verdicts[key] = verdict }
}

@MainActor
private final class HouseStreamAnalyzer: SafeMediaStreamAnalyzing {
    private var continuation: AsyncThrowingStream<SafeMediaVerdict, any Error>.Continuation?

    func startAnalysis() async throws -> AsyncThrowingStream<SafeMediaVerdict, any Error> {
        AsyncThrowingStream { continuation in
            self.continuation = continuation
            continuation.yield(.mockSensitiveVideo)
        }
    }
    func continueStream() { continuation?.yield(.mockSafe) }
    func endAnalysis() { continuation?.finish() }
}

@MainActor
private final class CallScreen {
    private(set) var log: [String] = []
    private let engine: SafeMediaStreamEngine
    private var session: SafeMediaStreamSession?

    init(analyzer: any SafeMediaStreamAnalyzing) {
        engine = SafeMediaStreamEngine(analyzer: analyzer)
    }

    func appear(policy: SafeMediaPolicy) async {
        session = await engine.start(policy: policy) { [weak self] event in
            switch event {
            case .preparing:
                self?.log.append("conceal")
            case .ready:
                self?.log.append("show")
            case .decision(let decision):
                self?.apply(decision)
            }
        }
    }

    private func apply(_ decision: SafeMediaDecision) {
        switch decision.action {
        case .allow: log.append("allow")
        case .blur, .blurWithReveal: log.append("blur")
        case .block, .interruptVideo: log.append("hang up")
        case .muteAudio: log.append("mute")
        }
    }

    func reveal() { session?.continueStream() }
    func disappear() { session?.cancel() }
    func leave() async { await session?.cancelAndWait() }
    func finished() async { await session?.waitForCompletion() }
}

@MainActor @Suite struct SurfaceTests {
    @Test(.timeLimit(.minutes(1))) func aScreenWithACall() async {
        let screen = CallScreen(analyzer: HouseStreamAnalyzer())
        await screen.appear(policy: .childStrict)
        await screen.finished()
        #expect(screen.log == ["conceal", "show", "hang up"])
        screen.reveal()
        screen.disappear()
        await screen.leave()
        #expect(screen.log.count == 3)
    }

    @Test(.timeLimit(.minutes(1))) func aListOfPictures() async {
        let engine = SafeMediaEngine(analyzer: HouseAnalyzer(), cache: HouseCache())
        let file = URL(fileURLWithPath: "/nonexistent/kit")
        let contexts: [SafeMediaContext] = [
            .incomingMessage, .outgoingUpload, .feedThumbnail, .profileAvatar, .fullScreenViewer,
            .classroomSubmission, .videoFilePreview, .liveVideo,
        ]
        for context in contexts {
            let decision = await engine.evaluate(.imageFile(file), context: context, policy: .adultMinimal)
            #expect(decision.action == .allow)
            #expect(decision.context == context)
        }
        let video = await engine.evaluate(
            .videoFile(file), context: .videoFilePreview, policy: .teenMessaging,
            cacheKey: SafeMediaCacheKey(rawValue: "video"))
        #expect(video.reason == .analysisFailed)
        #expect(await HouseAnalyzer().availability() == .available)
        #expect(await HouseStreamAnalyzer().availability() == .available)
    }

    @Test func everyValueAndLabel() {
        let reasons: [SafeMediaUnavailableReason] = [
            .unsupportedPlatform, .analysisPolicyDisabled, .missingFramework, .unsupportedMediaType,
        ]
        #expect(Set(reasons.map { SafeMediaAvailability.unavailable($0) } + [.available]).count == 5)
        #expect(Set<SafeMediaSensitivity>([.safe, .sensitive, .unknown]).count == 3)
        #expect(Set<SafeMediaContentType>([.nudity, .sexuallyExplicit, .goreOrViolence, .unknownSensitive]).count == 4)
        #expect(
            Set<SafeMediaDecisionReason>([
                .safe, .sensitiveDetected, .unknownByPolicy, .unavailableByPolicy, .analysisFailed,
            ]).count == 5)
        let errors: [SafeMediaError] = [
            .unsupportedPlatform, .unsupportedMediaType, .imageLoadingFailed, .analysisFailed("why"),
        ]
        #expect(errors == errors)

        let verdict = SafeMediaVerdict(
            sensitivity: .sensitive, contentTypes: [.goreOrViolence],
            guidance: SafeMediaGuidance(
                shouldIndicateSensitivity: true, shouldInterruptVideo: true, shouldMuteAudio: false),
            availability: .available)
        var policy = SafeMediaPolicy(
            sensitiveAction: .block, unknownAction: .blur, unavailableAction: .blurWithReveal,
            failureAction: .interruptVideo, allowReveal: false, allowReport: true, blurRadius: 4,
            streamSensitiveAction: .muteAudio)
        policy.streamSensitiveAction = nil
        let decision = SafeMediaDecision(
            action: .block, verdict: verdict, context: .liveVideo, policy: policy, reason: .sensitiveDetected)
        #expect(Set<SafeMediaStreamEvent>([.preparing, .ready, .decision(decision)]).count == 3)

        let configuration = SafeMediaImageConfiguration(
            blurRadius: 5, showsReportButton: true, warningTitle: "a", warningMessage: "b", unavailableTitle: "c",
            unavailableMessage: "d", blockedTitle: "e", blockedMessage: "f", loadingTitle: "g", revealButtonTitle: "h",
            reportButtonTitle: "i")
        let state = SafeMediaOverlayState(
            decision: decision, configuration: configuration, hasImage: true, onReveal: {}, onReport: {})
        #expect(state.title == "e")
        #expect(state.message == "f")
        #expect(state.decision == decision)
        #expect(state.configuration == configuration)
        #expect(!state.canReveal)
        #expect(state.canReport)
    }

    @Test func theFormerNameIsTheSamePolicy() {
        let former: any FormerName = Former()
        #expect(former.policy == .childStrict)
    }
}

/// Reaches a deprecated name without a warning.
private protocol FormerName {
    var policy: SafeMediaPolicy { get }
}

private struct Former: FormerName {
    @available(*, deprecated)
    var policy: SafeMediaPolicy { .classroomStrict }
}
