public import SafeMediaKit

/// A model that judges single pictures.
///
/// One pipeline never has two calls of `analyze` under way on a model at the same time for live input; for files it may.
/// Each pipeline runs its calls on threads of its own, so `analyze` may block; a call that does not answer within
/// the analysis time-out counts as failed, and everything is concealed meanwhile.
public protocol FrameAnalyzing: Sendable {
    /// A short name for events and messages, such as `open-nsfw`.
    var name: String { get }

    /// The picture `analyze` is to be given.
    var sampleFormat: SampleFormat { get }

    /// Whether the model can work here. Asked at the start of each session, and again after a failure.
    func availability() async -> SafeMediaAvailability

    /// Why the model is not available and what to do about it, in one line; nil where there is nothing to say.
    var unavailability: String? { get }

    /// Judges one picture.
    ///
    /// - Throws: any error, when the model could not judge the picture; it then counts as a failed sample.
    @concurrent func analyze(_ picture: SamplePicture) async throws -> FrameVerdict
}

extension FrameAnalyzing {
    /// Available, unless the model says otherwise.
    public func availability() async -> SafeMediaAvailability { .available }

    /// Nothing to say.
    public var unavailability: String? { nil }
}
