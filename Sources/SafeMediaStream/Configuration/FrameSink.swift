public import SafeMediaFrames

/// Receives every released frame of a pipeline, in order, instead of an encoder and a container.
///
/// The calls come from a thread of the pipeline's, one at a time. A slow sink holds the pipeline up like a slow disk.
public protocol FrameSink: Sendable {
    /// One frame as a viewer may see it: the picture itself, or what stands in its place.
    ///
    /// - Parameters:
    ///   - frame: the picture, as it is stored in the input: not turned upright. It may be kept, and is never written to
    ///     again.
    ///   - time: its time on the output's time line, which begins at zero.
    ///   - isConcealed: whether the picture stands in for one that may not be seen.
    /// - Throws: any error; it ends the run as failed.
    func receive(_ frame: any StreamedFrame, at time: StreamTime, isConcealed: Bool) throws

    /// No frame will follow, however the run ended. Called once.
    func finish()
}
