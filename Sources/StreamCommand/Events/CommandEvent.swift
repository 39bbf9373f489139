package import SafeMediaStream

/// A line of the events file before it is written.
package enum CommandEvent: Sendable {
    /// Something that the pipeline reports.
    case stream(StreamEvent)
    /// The run failed.
    case error(String)

    /// Whether a slow reader must get it all the same.
    var isMandatory: Bool {
        switch self {
        case .stream(.decision), .stream(.finished), .stream(.unverified), .error: true
        default: false
        }
    }
}
