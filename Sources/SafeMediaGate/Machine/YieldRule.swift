import SafeMediaKit

/// Which verdicts the engine is told of: changes, not samples.
struct YieldRule {
    private struct Key: Hashable {
        let sensitivity: SafeMediaSensitivity
        let contentTypes: Set<SafeMediaContentType>
        /// Safe from a model that was not available may be as little clear as unknown is.
        let isClear: Bool
    }

    private var last: Key?
    /// After a resume only a verdict that is not clear is news.
    private var onlyNotClear = false

    /// Whether this verdict is to be yielded.
    func isNews(_ verdict: SafeMediaVerdict, isClear: Bool) -> Bool {
        if onlyNotClear { return !isClear }
        return last != Key(sensitivity: verdict.sensitivity, contentTypes: verdict.contentTypes, isClear: isClear)
    }

    mutating func didYield(_ verdict: SafeMediaVerdict, isClear: Bool) {
        last = Key(sensitivity: verdict.sensitivity, contentTypes: verdict.contentTypes, isClear: isClear)
        onlyNotClear = false
    }

    mutating func didResume() {
        onlyNotClear = true
    }

    mutating func didAttach() {
        last = nil
        onlyNotClear = false
    }
}
