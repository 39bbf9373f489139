/// The one error that a pipeline throws.
public struct StreamError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong. New kinds may be added.
    public struct Code: Sendable, Hashable {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// The configuration contradicts itself or names something that does not exist.
        public static let invalidConfiguration = Code("invalidConfiguration")
        /// The input cannot be opened or read.
        public static let input = Code("input")
        /// The input has no video that can be decoded.
        public static let noVideo = Code("noVideo")
        /// The input or the output stood still for too long.
        public static let timedOut = Code("timedOut")
        /// The output cannot hold what it was asked to hold.
        public static let unsupportedOutput = Code("unsupportedOutput")
        /// The output cannot be opened or written.
        public static let output = Code("output")
        /// Encoding failed.
        public static let encoding = Code("encoding")
        /// The main actor was given no turn within the analysis time-out.
        public static let mainActorNotServed = Code("mainActorNotServed")
    }

    /// The kind.
    public let code: Code
    /// One line: what is wrong, and what to do.
    public let message: String
    /// The error behind it, where there is one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// The message.
    public var description: String { message }
}
