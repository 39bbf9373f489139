package import SafeMediaKit

/// What a QR code of the test pattern asks for: the text after `SAFEMEDIA-TEST:`.
package enum TestPatternContent: Sendable, Hashable {
    /// The picture is to be called sensitive.
    case sensitive(SafeMediaContentType)
    /// The model is to have no opinion.
    case unknown
    /// The model is to fail.
    case error
    /// The model is never to answer.
    case hang

    /// What every code of the test pattern begins with.
    package static let prefix = "SAFEMEDIA-TEST:"

    /// Reads a QR code's bytes.
    ///
    /// A code with the prefix and any content that is not listed counts as sensitive: a mistyped test must not show
    /// what it meant to hide.
    ///
    /// - Returns: nil for a code that is not one of the test pattern's.
    package init?(payload: [UInt8]) {
        guard payload.starts(with: Self.prefix.utf8) else { return nil }
        switch String(decoding: payload.dropFirst(Self.prefix.utf8.count), as: UTF8.self) {
        case "NUDITY": self = .sensitive(.nudity)
        case "SEXUALLYEXPLICIT": self = .sensitive(.sexuallyExplicit)
        case "GOREORVIOLENCE": self = .sensitive(.goreOrViolence)
        case "UNKNOWN": self = .unknown
        case "ERROR": self = .error
        case "HANG": self = .hang
        default: self = .sensitive(.unknownSensitive)
        }
    }

    /// How the content is called in a verdict's scores.
    package var label: String {
        switch self {
        case .sensitive(.nudity): "NUDITY"
        case .sensitive(.sexuallyExplicit): "SEXUALLYEXPLICIT"
        case .sensitive(.goreOrViolence): "GOREORVIOLENCE"
        case .sensitive(.unknownSensitive): "UNKNOWNSENSITIVE"
        case .unknown: "UNKNOWN"
        case .error: "ERROR"
        case .hang: "HANG"
        }
    }
}
