package import SafeMediaFrames

/// A stream that an output is to have.
package struct OutputStream: Sendable {
    package var parameters: CodecParameters
    /// A wish; see `Muxer.timeBase(of:)`.
    package var timeBase: Rational
    package var frameRate: Rational?
    package var metadata: [String: String] = [:]
    package var disposition: StreamInfo.Disposition = []
    /// How viewers are to turn the picture; ask `OutputContainer.holdsRotation` first.
    package var orientation: PictureOrientation = .upright
    /// Overrides the parameters' where valid.
    package var sampleAspectRatio: Rational?

    package init(_ parameters: CodecParameters, timeBase: Rational) {
        self.parameters = parameters
        self.timeBase = timeBase
    }
}
