/// A decoded picture that several readers may look at, and nobody writes to.
public protocol StreamedFrame: AnyObject, Sendable {
    /// What the picture is.
    var format: PictureFormat { get }

    /// Lends the samples for the length of the call.
    func withPicture<Result, Failure: Error>(
        _ body: (PictureView) throws(Failure) -> Result
    ) throws(Failure) -> Result
}
