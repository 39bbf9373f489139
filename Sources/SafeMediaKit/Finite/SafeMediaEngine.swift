/// Judges finite media and applies a policy.
public actor SafeMediaEngine {
    private let analyzer: any SafeMediaAnalyzing
    private let cache: (any SafeMediaVerdictCaching)?

    /// Makes an engine of an analyzer, with a cache if there is to be one.
    public init(analyzer: any SafeMediaAnalyzing, cache: (any SafeMediaVerdictCaching)? = nil) {
        self.analyzer = analyzer
        self.cache = cache
    }

    /// Decides about one source. Never throws.
    ///
    /// Availability is asked first, every time; then the cache; then the analyzer. An error of the analyzer is a
    /// decision with `policy.failureAction`, cancellation included: who cancels an evaluation discards its decision.
    ///
    /// - Parameters:
    ///   - source: the media.
    ///   - context: where it appears.
    ///   - policy: what is done about each kind of verdict.
    ///   - cacheKey: what the verdict is cached under. Without one, a file's path, size and date make the key, and
    ///     nothing is cached where these cannot be read or the source is not a file.
    public func evaluate(
        _ source: SafeMediaSource, context: SafeMediaContext, policy: SafeMediaPolicy,
        cacheKey: SafeMediaCacheKey? = nil
    ) async -> SafeMediaDecision {
        let availability = await analyzer.availability()
        guard availability == .available else {
            return SafeMediaDecisionMapping.unavailable(availability, context: context, policy: policy)
        }
        do {
            let verdict = try await verdict(of: source, cacheKey: cacheKey)
            return SafeMediaDecisionMapping.decision(for: verdict, context: context, policy: policy)
        } catch {
            return SafeMediaDecisionMapping.failure(context: context, policy: policy)
        }
    }

    private func verdict(of source: SafeMediaSource, cacheKey: SafeMediaCacheKey?) async throws -> SafeMediaVerdict {
        guard let cache, let key = cacheKey ?? SafeMediaCacheKeyFactory.derivedKey(for: source) else {
            return try await analyzer.analyze(source)
        }
        if let known = await cache.verdict(for: key) { return known }
        let verdict = try await analyzer.analyze(source)
        if verdict.availability == .available { await cache.store(verdict, for: key) }
        return verdict
    }
}
