public import SafeMediaKit

/// An analyzer of live video that follows a script, or a stream of the test's own.
@MainActor
public final class MockStreamAnalyzer: SafeMediaStreamAnalyzing {
    /// What `startAnalysis()` returns.
    public typealias EventStream = AsyncThrowingStream<SafeMediaVerdict, any Error>

    private enum Origin {
        case script([Result<SafeMediaVerdict, any Error>])
        case factory(@MainActor @Sendable () async throws -> EventStream)
    }

    /// What `availability()` returns; may be changed at any time.
    public var availabilityResult: SafeMediaAvailability
    /// How often `availability()` was called.
    public private(set) var availabilityCallCount = 0
    /// How often `startAnalysis()` was called.
    public private(set) var startAnalysisCallCount = 0
    /// How often `continueStream()` was called.
    public private(set) var continueStreamCallCount = 0
    /// How often `endAnalysis()` was called.
    public private(set) var endAnalysisCallCount = 0

    private let origin: Origin
    private var relay: VerdictRelay?
    /// Counts starts and ends, so that a start notices that it was overtaken while it waited for the factory.
    private var epoch = 0

    /// Makes an analyzer that gives the same script from the beginning at every start.
    ///
    /// A sensitive verdict holds the script until `continueStream()`. A failure ends the stream with its error. A script
    /// without one stays open, after its last verdict, until `endAnalysis()`.
    public init(events: [Result<SafeMediaVerdict, any Error>], availability: SafeMediaAvailability = .available) {
        origin = .script(events)
        availabilityResult = availability
    }

    /// Makes an analyzer that asks for a stream at every start, and throws what the closure throws.
    ///
    /// The stream's verdicts are passed on one by one as they are asked for, a sensitive one holds those behind it until
    /// `continueStream()`, and `endAnalysis()` ends it.
    public init(
        availability: SafeMediaAvailability = .available,
        makeEventStream: @escaping @MainActor @Sendable () async throws -> EventStream
    ) {
        origin = .factory(makeEventStream)
        availabilityResult = availability
    }

    /// Counts, and returns `availabilityResult`.
    public func availability() async -> SafeMediaAvailability {
        availabilityCallCount += 1
        return availabilityResult
    }

    /// Counts, ends a stream that is still open, and begins a fresh one.
    ///
    /// - Throws: what the test's closure throws, or `CancellationError` when `endAnalysis()`, another start or the
    ///   task's cancellation came before the closure had returned.
    public func startAnalysis() async throws -> EventStream {
        startAnalysisCallCount += 1
        endRelay()
        let epoch = epoch
        let source: EventStream
        switch origin {
        case .script(let events): source = Self.stream(of: events)
        case .factory(let make): source = try await make()
        }
        guard epoch == self.epoch, !Task.isCancelled else { throw CancellationError() }
        let relay = VerdictRelay(source: source)
        self.relay = relay
        return EventStream { try await relay.next() }
    }

    /// Counts, and lets the verdicts behind a sensitive one through.
    public func continueStream() {
        continueStreamCallCount += 1
        relay?.release()
    }

    /// Counts, and ends the open stream.
    public func endAnalysis() {
        endAnalysisCallCount += 1
        endRelay()
    }

    private func endRelay() {
        epoch += 1
        relay?.end()
        relay = nil
    }

    /// All events at once, up to the first failure; without one, open for ever after.
    private static func stream(of events: [Result<SafeMediaVerdict, any Error>]) -> EventStream {
        EventStream(bufferingPolicy: .unbounded) { continuation in
            for event in events {
                switch event {
                case .success(let verdict): continuation.yield(verdict)
                case .failure(let error): return continuation.finish(throwing: error)
                }
            }
        }
    }
}
