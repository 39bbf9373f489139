import SafeMediaKit
import SafeMediaKitTesting
import Testing

@MainActor @Suite struct MockStreamTests {
    /// Takes the verdicts of a stream and notes them, and its end.
    func follow(_ stream: MockStreamAnalyzer.EventStream, _ journal: Journal) -> Task<Void, Never> {
        Task {
            do {
                for try await verdict in stream { journal.note("\(verdict.sensitivity)") }
                journal.note("end")
            } catch {
                journal.note("error \(error)")
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func countsCalls() async throws {
        let analyzer = MockStreamAnalyzer(events: [], availability: .unavailable(.missingFramework))
        #expect(await analyzer.availability() == .unavailable(.missingFramework))
        analyzer.availabilityResult = .available
        #expect(await analyzer.availability() == .available)
        _ = try await analyzer.startAnalysis()
        analyzer.continueStream()
        analyzer.continueStream()
        analyzer.endAnalysis()
        analyzer.endAnalysis()
        analyzer.endAnalysis()
        #expect(analyzer.availabilityCallCount == 2)
        #expect(analyzer.startAnalysisCallCount == 1)
        #expect(analyzer.continueStreamCallCount == 2)
        #expect(analyzer.endAnalysisCallCount == 3)
    }

    @Test(.timeLimit(.minutes(1))) func aScriptStaysOpenUntilTheEnd() async throws {
        let analyzer = MockStreamAnalyzer(events: [.success(.mockSafe), .success(.mockUnknownUnavailable)])
        let journal = Journal()
        let task = follow(try await analyzer.startAnalysis(), journal)
        await journal.until("unknown")
        await settle()
        #expect(journal.entries == ["safe", "unknown"])
        analyzer.endAnalysis()
        await task.value
        #expect(journal.entries == ["safe", "unknown", "end"])
    }

    @Test(.timeLimit(.minutes(1))) func aSensitiveVerdictHoldsTheScript() async throws {
        let analyzer = MockStreamAnalyzer(events: [
            .success(.mockSafe), .success(.mockSensitive), .success(.mockSensitiveVideo), .failure(TestError()),
        ])
        let journal = Journal()
        let task = follow(try await analyzer.startAnalysis(), journal)
        await journal.until("sensitive")
        await settle()
        #expect(journal.entries == ["safe", "sensitive"])
        analyzer.continueStream()
        await journal.until("sensitive", times: 2)
        await settle()
        #expect(journal.entries == ["safe", "sensitive", "sensitive"])
        analyzer.continueStream()
        await task.value
        #expect(journal.entries == ["safe", "sensitive", "sensitive", "error TestError()"])
    }

    @Test(.timeLimit(.minutes(1))) func nothingFollowsAFailure() async throws {
        let analyzer = MockStreamAnalyzer(events: [.failure(TestError()), .success(.mockSafe)])
        let journal = Journal()
        await follow(try await analyzer.startAnalysis(), journal).value
        #expect(journal.entries == ["error TestError()"])
    }

    @Test(.timeLimit(.minutes(1))) func theEndComesThoughTheScriptIsHeld() async throws {
        let analyzer = MockStreamAnalyzer(events: [.success(.mockSensitive), .success(.mockSafe)])
        let journal = Journal()
        let task = follow(try await analyzer.startAnalysis(), journal)
        await journal.until("sensitive")
        await settle()
        analyzer.endAnalysis()
        await task.value
        #expect(journal.entries == ["sensitive", "end"])
    }

    @Test(.timeLimit(.minutes(1))) func cancellationEndsAHeldAndAnOpenScript() async throws {
        for verdict in [SafeMediaVerdict.mockSensitive, .mockSafe] {
            let analyzer = MockStreamAnalyzer(events: [.success(verdict)])
            let journal = Journal()
            let task = follow(try await analyzer.startAnalysis(), journal)
            await journal.until("\(verdict.sensitivity)")
            await settle()
            task.cancel()
            await task.value
            #expect(journal.entries == ["\(verdict.sensitivity)", "end"])
        }
    }

    @Test(.timeLimit(.minutes(1))) func everyStartBeginsTheScriptAgain() async throws {
        let analyzer = MockStreamAnalyzer(events: [.success(.mockSafe)])
        let journal = Journal()
        let first = follow(try await analyzer.startAnalysis(), journal)
        await journal.until("safe")
        let second = follow(try await analyzer.startAnalysis(), journal)
        await first.value
        await journal.until("safe", times: 2)
        analyzer.endAnalysis()
        await second.value
        #expect(journal.count(of: "end") == 2)
    }

    @Test(.timeLimit(.minutes(1))) func theFactoryIsAskedAtEveryStart() async throws {
        let journal = Journal()
        let analyzer = MockStreamAnalyzer {
            journal.note("made")
            return MockStreamAnalyzer.EventStream { continuation in
                continuation.yield(.mockSafe)
                continuation.finish()
            }
        }
        await follow(try await analyzer.startAnalysis(), journal).value
        await follow(try await analyzer.startAnalysis(), journal).value
        #expect(journal.entries == ["made", "safe", "end", "made", "safe", "end"])
    }

    @Test(.timeLimit(.minutes(1))) func theFactorysVerdictsAreTakenOneByOneAndHeld() async throws {
        let journal = Journal()
        let analyzer = MockStreamAnalyzer {
            MockStreamAnalyzer.EventStream {
                await journal.note("taken")
                return .mockSensitive
            }
        }
        let task = follow(try await analyzer.startAnalysis(), journal)
        await journal.until("sensitive")
        await settle()
        #expect(journal.entries == ["taken", "sensitive"])
        analyzer.continueStream()
        await journal.until("sensitive", times: 2)
        await settle()
        #expect(journal.entries == ["taken", "sensitive", "taken", "sensitive"])
        analyzer.endAnalysis()
        await task.value
        #expect(journal.entries.last == "end")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func theFactorysStreamIsTerminated(byCancelling: Bool) async throws {
        let journal = Journal()
        let analyzer = MockStreamAnalyzer {
            MockStreamAnalyzer.EventStream { continuation in
                continuation.onTermination = { _ in Task { @MainActor in journal.note("terminated") } }
                continuation.yield(.mockSafe)
            }
        }
        let task = follow(try await analyzer.startAnalysis(), journal)
        await journal.until("safe")
        await settle()
        if byCancelling { task.cancel() } else { analyzer.endAnalysis() }
        await task.value
        await journal.until("terminated")
        #expect(Set(journal.entries) == ["safe", "end", "terminated"])
    }

    @Test(.timeLimit(.minutes(1))) func theFactorysErrorIsThrown() async {
        let analyzer = MockStreamAnalyzer(availability: .available, makeEventStream: { throw TestError() })
        await #expect(throws: TestError.self) { try await analyzer.startAnalysis() }
        #expect(analyzer.startAnalysisCallCount == 1)
    }

    @Test(.timeLimit(.minutes(1))) func aStartOvertakenByTheEndThrows() async {
        let gate = Gate()
        let journal = Journal()
        let analyzer = MockStreamAnalyzer {
            journal.note("made")
            await gate.wait()
            return MockStreamAnalyzer.EventStream { _ in }
        }
        let task = Task { _ = try await analyzer.startAnalysis() }
        await journal.until("made")
        analyzer.endAnalysis()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(.timeLimit(.minutes(1))) func drivesAnEngine() async {
        let analyzer = MockStreamAnalyzer(events: [
            .success(.mockSafe), .success(.mockSensitiveVideo), .success(.mockSafe), .failure(TestError()),
        ])
        let journal = Journal()
        let session = await SafeMediaStreamEngine(analyzer: analyzer).start(
            policy: .actions(failure: .block, stream: .blurWithReveal)
        ) { journal.note($0) }
        await journal.until("blurWithReveal sensitiveDetected")
        await settle()
        #expect(journal.entries == ["preparing", "ready", "allow safe", "blurWithReveal sensitiveDetected"])
        session.continueStream()
        await session.waitForCompletion()
        #expect(journal.entries.dropFirst(4) == ["allow safe", "block analysisFailed"])
        #expect(analyzer.availabilityCallCount == 1)
        #expect(analyzer.startAnalysisCallCount == 1)
        #expect(analyzer.continueStreamCallCount == 1)
        #expect(analyzer.endAnalysisCallCount == 1)
    }
}
