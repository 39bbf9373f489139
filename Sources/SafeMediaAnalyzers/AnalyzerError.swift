/// Why a model cannot be made ready, or could not judge a picture.
public struct AnalyzerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and, where something can be done, what: one line.
    public let description: String

    package init(_ description: String) {
        self.description = description
    }
}
