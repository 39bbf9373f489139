import Glibc
import SafeMediaFrames
import SafeMediaKit
import Synchronization
import Testing

@testable import SafeMediaStream

extension PipelineTests {
    /// Models that throw, hang or are not there.
    @MainActor @Suite(.timeLimit(.minutes(1)))
    struct FailureTests {
        @Test func oneFailedSampleConcealsWithoutADecision() async throws {
            let world = try World { $0 == 5 ? .fail : .clear }
            try await world.run(10)
            #expect(world.sink.clear == Array(0..<5) + Array(6..<10))
            #expect(world.decisions.map(\.action) == [.allow])
        }

        @Test func threeInARowAreAFailureAndTheSessionBeginsAgain() async throws {
            let world = try World { (5..<8).contains($0) ? .fail : .clear }
            let summary = try await world.run(20)
            #expect(world.decisions.map(\.reason) == [.safe, .analysisFailed, .safe])
            #expect(world.decisions.map(\.action) == [.allow, .blurWithReveal, .allow])
            #expect(world.events.filter { $0 == .preparing }.count == 2)
            #expect(world.events.filter { $0 == .ready }.count == 2)
            #expect(world.sink.clear == Array(0..<5) + Array(8..<20))
            #expect(summary.decisions == 3)
        }

        @Test func aModelThatOnlyFailsIsGivenUpAfterThreeSessions() async throws {
            let world = try World { _ in .fail }
            let summary = try await world.run(40)
            #expect(summary.outcome == .completed)
            #expect(world.sink.entries.count == 40)
            #expect(world.sink.clear.isEmpty)
            #expect(world.decisions.map(\.reason) == [.analysisFailed, .analysisFailed, .analysisFailed])
        }

        @Test func childStrictEndsAtAFailure() async throws {
            let world = try World { (5..<8).contains($0) ? .fail : .clear }
            try await world.run(20, .childStrict)
            #expect(world.decisions.map(\.action) == [.allow, .block])
            #expect(world.events.filter { $0 == .preparing }.count == 1)
            #expect(world.sink.clear == Array(0..<5))
        }

        @Test func aHungCallTimesOutAndOnlyItsSampleIsLost() async throws {
            let gate = Gate()
            defer { gate.open() }
            let world = try World(configure: { $0.analysisTimeout = StreamTime(seconds: 0.3) }) { index in
                if index == 5 { await gate.wait() }
                return .clear
            }
            try await world.run(20)
            #expect(world.decisions.map(\.reason) == [.safe, .analysisFailed, .safe])
            #expect(world.sink.clear == Array(0..<5) + Array(6..<20))
        }

        @Test func aCallThatBlocksItsThreadTimesOutToo() async throws {
            let barrier = Barrier()
            defer { barrier.open() }
            let world = try World(configure: { $0.analysisTimeout = StreamTime(seconds: 0.3) }) { index in
                if index == 5 { barrier.wait() }
                return .clear
            }
            try await world.run(20)
            #expect(world.sink.clear == Array(0..<5) + Array(6..<20))
        }

        @Test func twoHungCallsAtMostAreLeftBehind() async throws {
            let gate = Gate()
            defer { gate.open() }
            let hung = Mutex(0)
            let world = try World(configure: { $0.analysisTimeout = StreamTime(seconds: 0.2) }) { index in
                guard index >= 5 else { return .clear }
                hung.withLock { $0 += 1 }
                await gate.wait()
                return .clear
            }
            let summary = try await world.run(20)
            #expect(summary.outcome == .completed)
            #expect(hung.withLock { $0 } == 2)
            #expect(world.sink.clear == Array(0..<5))
            #expect(world.sink.entries.count == 20)
            // Two sessions hung, and two more could not begin.
            #expect(
                world.decisions.map(\.reason) == [.safe]
                    + [SafeMediaDecisionReason](repeating: .analysisFailed, count: 4))
        }

        @Test func aCallThatReturnsIsCountedNoMore() {
            let calls = AbandonedCalls()
            calls.gaveUp(model: 0)
            calls.gaveUp(model: 1)
            calls.gaveUp(model: 1)
            #expect(calls.count == 2)
            calls.returned(model: 1)
            calls.returned(model: 1)
            #expect(calls.count == 1)
            calls.returned(model: 0)
            #expect(calls.count == 0)
        }

        @Test func unavailableConcealsEverythingAndAsksNoModel() async throws {
            let model = ScriptedModel(availability: { .unavailable(.missingFramework) }) { _ in .clear }
            let world = try World([model])
            let summary = try await world.run(10)
            #expect(world.events.count == 2)
            #expect(world.decisions.map(\.reason) == [.unavailableByPolicy])
            #expect(world.decisions.first?.verdict.availability == .unavailable(.missingFramework))
            #expect(world.sink.entries.allSatisfy { $0.picture.isBlank })
            #expect(world.sink.entries.count == 10)
            #expect(summary.concealed == 10)
            #expect(summary.decisions == 1)
            #expect(model.asked.isEmpty)
        }

        @Test func askingForAvailabilityHoldsUpNobody() async throws {
            // Loading a model takes its time; it must not be the main thread's.
            let ids = Mutex<[pthread_t]>([])
            let model = ScriptedModel(availability: {
                ids.withLock { $0.append(pthread_self()) }
                return .available
            }) { _ in .clear }
            try await World([model]).run(3)
            #expect(ids.withLock { $0.count } == 1)
            // This test runs on the main actor.
            #expect(ids.withLock { $0.contains(pthread_self()) } == false)
        }

        @Test func unavailableUnderAdultMinimalPassesCountedAndAnnounced() async throws {
            let model = ScriptedModel(availability: { .unavailable(.missingFramework) }) { _ in .clear }
            let world = try World([model])
            let summary = try await world.run(10, .adultMinimal)
            #expect(world.sink.clear == Array(0..<10))
            #expect(summary.unverified == 10)
            #expect(world.observed.events.filter { $0 == .unverified(at: .zero) }.count == 1)
        }

        @Test func failureUnderAdultMinimalPassesUnverifiedUntilAnalysisIsBack() async throws {
            let world = try World { (5..<8).contains($0) ? .fail : .clear }
            let summary = try await world.run(20, .adultMinimal)
            // The first two failed samples are concealed: only the third makes it an outage.
            #expect(world.sink.clear == Array(0..<5) + Array(7..<20))
            #expect(summary.unverified == 1)
            #expect(world.observed.events.contains(.unverified(at: TestPicture.time(7))))
        }

        @Test func unavailableUnderChildStrictIsClosedForGood() async throws {
            let model = ScriptedModel(availability: { .unavailable(.analysisPolicyDisabled) }) { _ in .clear }
            let world = try World([model])
            try await world.run(10, .childStrict)
            #expect(world.decisions.map(\.action) == [.block])
            #expect(world.control?.status.isStoppedByPolicy == true)
            #expect(world.sink.clear.isEmpty)
        }

        @Test func noModelIsUnavailable() async throws {
            let world = try World([])
            try await world.run(5)
            #expect(world.decisions.map(\.reason) == [.unavailableByPolicy])
            #expect(world.sink.entries.count == 5)
            #expect(world.sink.clear.isEmpty)
        }

        @Test func aFailureWhileLatchedIsNotToldAndAnalysisGoesOn() async throws {
            let world = try World(configure: { $0.resume = .whenSafe(TestPicture.step * 3) }) { index in
                switch index {
                case 5: .sensitive()
                case 8..<11: .fail
                default: .clear
                }
            }
            try await world.run(30)
            #expect(world.decisions.map(\.reason) == [.safe, .sensitiveDetected])
            #expect(world.events.filter { $0 == .preparing }.count == 2)
            #expect(world.sink.clear == Array(0..<5) + Array(14..<30))
        }
    }
}
