/// A store of verdicts of finite media.
public protocol SafeMediaVerdictCaching: Sendable {
    /// The verdict stored under a key, or nil.
    @concurrent func verdict(for key: SafeMediaCacheKey) async -> SafeMediaVerdict?

    /// Stores a verdict under a key, in place of an earlier one.
    @concurrent func store(_ verdict: SafeMediaVerdict, for key: SafeMediaCacheKey) async
}
