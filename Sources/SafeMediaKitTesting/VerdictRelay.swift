import SafeMediaKit

/// Passes a stream's verdicts on one by one, as they are asked for, and holds those behind a sensitive one.
@MainActor
final class VerdictRelay {
    private let source: MockStreamAnalyzer.EventStream
    private var isHeld = false
    private var isEnded = false
    /// Resumed when verdicts are let through again, or at the end.
    private var waiter: CheckedContinuation<Void, Never>?
    /// The wait for the source's next verdict, while there is one.
    private var pull: Task<SafeMediaVerdict?, any Error>?

    init(source: MockStreamAnalyzer.EventStream) {
        self.source = source
    }

    /// The next verdict; nil at the source's end, after `end()`, or when the task is cancelled.
    func next() async throws -> SafeMediaVerdict? {
        await waitWhileHeld()
        guard !isEnded, !Task.isCancelled else { return nil }
        let source = source
        let pull = Task { () async throws -> SafeMediaVerdict? in
            var iterator = source.makeAsyncIterator()
            return try await iterator.next(isolation: MainActor.shared)
        }
        self.pull = pull
        defer { self.pull = nil }
        let result = await withTaskCancellationHandler {
            await pull.result
        } onCancel: {
            pull.cancel()
        }
        guard !isEnded else { return nil }
        let verdict = try result.get()
        isHeld = verdict?.sensitivity == .sensitive
        return verdict
    }

    func release() {
        isHeld = false
        wake()
    }

    func end() {
        isEnded = true
        pull?.cancel()
        wake()
    }

    private func waitWhileHeld() async {
        while isHeld, !isEnded, !Task.isCancelled {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if Task.isCancelled { continuation.resume() } else { waiter = continuation }
                }
            } onCancel: {
                Task { @MainActor in self.wake() }
            }
        }
    }

    private func wake() {
        let waiter = waiter
        self.waiter = nil
        waiter?.resume()
    }
}
