/// The entrance for frames that an app pushes instead of a file or an address.
///
/// Safe to use from any thread. `push` blocks while the pipeline's hold-back is full.
public final class FrameFeed: Sendable {
    // Filled in by the pipeline's reader.
    /// Makes an entrance; give it to one pipeline.
    public init() {}
}
