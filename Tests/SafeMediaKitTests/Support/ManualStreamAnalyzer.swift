import SafeMediaKit

struct TestError: Error, Equatable {}

/// An analyzer whose every answer waits for the test, and whose every call is noted.
@MainActor
final class ManualStreamAnalyzer: SafeMediaStreamAnalyzing {
    typealias Verdicts = AsyncThrowingStream<SafeMediaVerdict, any Error>

    let journal: Journal
    /// The answers in order; the last one stays.
    var availabilities: [SafeMediaAvailability] = [.available]
    /// Waited for before `availability()` answers.
    var availabilityGate: Gate?
    /// Waited for before `startAnalysis()` answers.
    var startGate: Gate?
    /// Thrown by `startAnalysis()`.
    var startError: (any Error)?
    /// Called within `continueStream()`.
    var onContinue: (@MainActor () -> Void)?
    private(set) var continuation: Verdicts.Continuation?

    init(_ journal: Journal) {
        self.journal = journal
    }

    func availability() async -> SafeMediaAvailability {
        journal.note("availability")
        let answer = availabilities.count > 1 ? availabilities.removeFirst() : availabilities[0]
        await availabilityGate?.wait()
        return answer
    }

    func startAnalysis() async throws -> Verdicts {
        journal.note("start")
        await startGate?.wait()
        if let startError { throw startError }
        let (verdicts, continuation) = Verdicts.makeStream(bufferingPolicy: .unbounded)
        self.continuation = continuation
        journal.note("attached")
        return verdicts
    }

    func continueStream() {
        journal.note("continue")
        onContinue?()
    }

    func endAnalysis() {
        journal.note("end")
    }

    func yield(_ verdict: SafeMediaVerdict) {
        continuation?.yield(verdict)
    }
}
