/// Verdicts in memory, without a bound: a verdict is some dozens of bytes.
public actor InMemorySafeMediaVerdictCache: SafeMediaVerdictCaching {
    private var verdicts: [SafeMediaCacheKey: SafeMediaVerdict]

    /// Makes a cache that holds the verdicts given.
    public init(verdicts: [SafeMediaCacheKey: SafeMediaVerdict] = [:]) {
        self.verdicts = verdicts
    }

    /// The verdict stored under a key, or nil.
    public func verdict(for key: SafeMediaCacheKey) async -> SafeMediaVerdict? {
        verdicts[key]
    }

    /// Stores a verdict under a key, in place of an earlier one.
    public func store(_ verdict: SafeMediaVerdict, for key: SafeMediaCacheKey) async {
        verdicts[key] = verdict
    }

    /// Forgets every verdict.
    public func removeAll() {
        verdicts.removeAll()
    }
}
