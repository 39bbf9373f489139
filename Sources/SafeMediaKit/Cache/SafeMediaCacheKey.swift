/// What a verdict is cached under.
public struct SafeMediaCacheKey: Sendable, Hashable {
    /// The key's text.
    public var rawValue: String

    /// Makes a key of an app's own text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
