import Foundation
import SafeMediaKit
import SafeMediaKitTesting
import Testing

/// Notes calls of an analyzer and of a cache, in one order.
actor FiniteWorld: SafeMediaAnalyzing, SafeMediaVerdictCaching {
    private(set) var calls: [String] = []
    var answers: [Result<SafeMediaVerdict, any Error>]
    var present: SafeMediaAvailability
    private var stored: [SafeMediaCacheKey: SafeMediaVerdict] = [:]
    private(set) var keys: [SafeMediaCacheKey] = []

    init(_ answers: Result<SafeMediaVerdict, any Error>..., availability: SafeMediaAvailability = .available) {
        self.answers = answers
        present = availability
    }

    func become(_ availability: SafeMediaAvailability) { present = availability }

    func availability() async -> SafeMediaAvailability {
        calls.append("availability")
        return present
    }

    func analyze(_ source: SafeMediaSource) async throws -> SafeMediaVerdict {
        calls.append("analyze")
        return try (answers.count > 1 ? answers.removeFirst() : answers[0]).get()
    }

    func verdict(for key: SafeMediaCacheKey) async -> SafeMediaVerdict? {
        calls.append("look up")
        keys.append(key)
        return stored[key]
    }

    func store(_ verdict: SafeMediaVerdict, for key: SafeMediaCacheKey) async {
        calls.append("store")
        keys.append(key)
        stored[key] = verdict
    }
}

/// Holds every analysis until as many run as the test wants.
actor Meeting: SafeMediaAnalyzing {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(size: Int) { self.size = size }

    func analyze(_ source: SafeMediaSource) async throws -> SafeMediaVerdict {
        await withCheckedContinuation {
            waiting.append($0); leave()
        }
        return .mockSafe
    }

    private func leave() {
        guard waiting.count == size else { return }
        for one in waiting { one.resume() }
        waiting = []
    }
}

@Suite struct EngineTests {
    static let key = SafeMediaCacheKey(rawValue: "key")
    static let missing = SafeMediaSource.imageFile(URL(fileURLWithPath: "/nonexistent/kit.png"))

    @Test(.timeLimit(.minutes(1))) func asksAvailabilityThenCacheThenAnalyzer() async {
        let world = FiniteWorld(.success(.mockSensitive))
        let engine = SafeMediaEngine(analyzer: world, cache: world)
        let first = await engine.evaluate(
            Self.missing, context: .incomingMessage, policy: .teenMessaging, cacheKey: Self.key)
        #expect(
            first
                == SafeMediaDecision(
                    action: .blurWithReveal, verdict: .mockSensitive, context: .incomingMessage, policy: .teenMessaging,
                    reason: .sensitiveDetected))
        let second = await engine.evaluate(
            Self.missing, context: .profileAvatar, policy: .childStrict, cacheKey: Self.key)
        #expect(second.action == .block)
        #expect(second.context == .profileAvatar)
        #expect(await world.calls == ["availability", "look up", "analyze", "store", "availability", "look up"])
    }

    @Test(.timeLimit(.minutes(1))) func unavailableAsksNobodyElse() async {
        let world = FiniteWorld(.success(.mockSafe), availability: .unavailable(.missingFramework))
        let engine = SafeMediaEngine(analyzer: world, cache: world)
        let decision = await engine.evaluate(
            Self.missing, context: .feedThumbnail, policy: .teenMessaging, cacheKey: Self.key)
        #expect(decision.reason == .unavailableByPolicy)
        #expect(decision.verdict.availability == .unavailable(.missingFramework))
        #expect(await world.calls == ["availability"])
    }

    @Test(.timeLimit(.minutes(1))) func aCachedVerdictDoesNotHideUnavailability() async {
        let world = FiniteWorld(.success(.mockSafe))
        let engine = SafeMediaEngine(analyzer: world, cache: world)
        let policy = SafeMediaPolicy.actions(unavailable: .block)
        let first = await engine.evaluate(Self.missing, context: .feedThumbnail, policy: policy, cacheKey: Self.key)
        #expect(first.action == .allow)
        await world.become(.unavailable(.analysisPolicyDisabled))
        let second = await engine.evaluate(Self.missing, context: .feedThumbnail, policy: policy, cacheKey: Self.key)
        #expect(second.action == .block)
    }

    @Test(.timeLimit(.minutes(1))) func onlyAvailableVerdictsAreStored() async {
        let world = FiniteWorld(.success(.mockUnknownUnavailable), .success(.mockSafe))
        let engine = SafeMediaEngine(analyzer: world, cache: world)
        let first = await engine.evaluate(
            Self.missing, context: .feedThumbnail, policy: .teenMessaging, cacheKey: Self.key)
        #expect(first.reason == .unavailableByPolicy)
        let second = await engine.evaluate(
            Self.missing, context: .feedThumbnail, policy: .teenMessaging, cacheKey: Self.key)
        #expect(second.reason == .safe)
        let one = ["availability", "look up", "analyze"]
        #expect(await world.calls == one + one + ["store"])
    }

    @Test(.timeLimit(.minutes(1))) func failuresAreNotStored() async {
        let world = FiniteWorld(.failure(TestError()), .success(.mockSafe))
        let engine = SafeMediaEngine(analyzer: world, cache: world)
        let policy = SafeMediaPolicy.actions(failure: .interruptVideo)
        let first = await engine.evaluate(Self.missing, context: .feedThumbnail, policy: policy, cacheKey: Self.key)
        #expect(first.action == .interruptVideo)
        #expect(first.reason == .analysisFailed)
        #expect(first.verdict == .couldNotTell)
        #expect(await !world.calls.contains("store"))
    }

    @Test(.timeLimit(.minutes(1))) func derivesAKeyFromTheFile() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("1", to: "a.mp4", changed: 5)
        let world = FiniteWorld(.success(.mockSafe))
        let engine = SafeMediaEngine(analyzer: world, cache: world)
        for source in [SafeMediaSource.videoFile(file), .imageFile(file)] {
            _ = await engine.evaluate(source, context: .videoFilePreview, policy: .teenMessaging)
        }
        #expect(await world.calls == ["availability", "look up", "analyze", "store", "availability", "look up"])
        #expect(await Set(world.keys) == [SafeMediaCacheKeyFactory.fileURL(file)])
    }

    @Test(.timeLimit(.minutes(1))) func cachesNothingWithoutAKey() async throws {
        let world = FiniteWorld(.success(.mockSafe))
        let engine = SafeMediaEngine(analyzer: world, cache: world)
        let image = try SafeMediaPixelImage(width: 1, height: 1, rgb: [0, 0, 0])
        for source in [Self.missing, .image(image), .image(image)] {
            let decision = await engine.evaluate(source, context: .outgoingUpload, policy: .teenMessaging)
            #expect(decision.action == .allow)
        }
        #expect(await world.calls == Array(repeating: ["availability", "analyze"], count: 3).flatMap { $0 })
    }

    @Test(.timeLimit(.minutes(1))) func cachesAnImageUnderAGivenKey() async throws {
        let world = FiniteWorld(.success(.mockSafe))
        let engine = SafeMediaEngine(analyzer: world, cache: world)
        let image = try SafeMediaPixelImage(width: 1, height: 1, rgb: [0, 0, 0])
        for _ in 0..<2 {
            _ = await engine.evaluate(
                .image(image), context: .outgoingUpload, policy: .teenMessaging, cacheKey: Self.key)
        }
        #expect(await world.calls.filter { $0 == "analyze" }.count == 1)
    }

    @Test(.timeLimit(.minutes(1))) func cancellationIsAFailure() async {
        struct Patient: SafeMediaAnalyzing {
            func analyze(_ source: SafeMediaSource) async throws -> SafeMediaVerdict {
                // Ends by cancellation alone.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                try Task.checkCancellation()
                return .mockSafe
            }
        }
        let engine = SafeMediaEngine(analyzer: Patient())
        let task = Task {
            await engine.evaluate(Self.missing, context: .feedThumbnail, policy: .actions(failure: .block))
        }
        task.cancel()
        let decision = await task.value
        #expect(decision.action == .block)
        #expect(decision.reason == .analysisFailed)
    }

    @Test(.timeLimit(.minutes(1))) func evaluationsRunSideBySide() async {
        let engine = SafeMediaEngine(analyzer: Meeting(size: 8))
        let actions = await withTaskGroup(of: SafeMediaAction.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await engine.evaluate(Self.missing, context: .feedThumbnail, policy: .childStrict).action
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(actions == Array(repeating: .allow, count: 8))
    }

    @Test(.timeLimit(.minutes(1))) func analysisLeavesTheEnginesActor() async {
        // Inherits its caller's actor where the protocol lets it: a blocking model would then stop the engine.
        struct Inheriting: SafeMediaAnalyzing {
            nonisolated(nonsending) func analyze(_ source: SafeMediaSource) async throws -> SafeMediaVerdict {
                let actor: (any Actor)? = #isolation
                if actor === nil { return .mockSafe }
                return .mockSensitive
            }
        }
        let engine = SafeMediaEngine(analyzer: Inheriting())
        let decision = await engine.evaluate(Self.missing, context: .feedThumbnail, policy: .childStrict)
        #expect(decision.action == .allow)
    }

    @Test func errorsCompare() {
        #expect(SafeMediaError.analysisFailed("a") != .analysisFailed("b"))
        #expect(SafeMediaError.imageLoadingFailed == .imageLoadingFailed)
    }
}
