public import SafeMediaKit

/// An analyzer of finite media that says what it is told to say, about everything.
///
/// `analyze` does not look at the availability: it is the engine that asks first.
public struct MockSafeMediaAnalyzer: SafeMediaAnalyzing {
    /// What `analyze` returns or throws.
    public var result: Result<SafeMediaVerdict, any Error>
    /// What `availability()` returns.
    public var availabilityResult: SafeMediaAvailability

    /// Makes an analyzer with its answers.
    public init(result: Result<SafeMediaVerdict, any Error>, availability: SafeMediaAvailability = .available) {
        self.result = result
        self.availabilityResult = availability
    }

    /// The availability given.
    public func availability() async -> SafeMediaAvailability {
        availabilityResult
    }

    /// Returns the verdict given, or throws the error given.
    public func analyze(_ source: SafeMediaSource) async throws -> SafeMediaVerdict {
        try result.get()
    }
}
