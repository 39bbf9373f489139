import SafeMediaFFmpeg
public import SafeMediaFrames

/// The entrance for frames that an app pushes instead of a file or an address.
///
/// Safe to use from any thread. `push` blocks while the pipeline's hold-back is full and 16 more frames wait.
public final class FrameFeed: Sendable {
    /// A frame on its way in.
    struct Item: Sendable {
        let frame: SharedFrame
        let time: StreamTime
    }

    private struct State {
        var items: [Item] = []
        var isFinished = false
        var isClosed = false
    }

    /// Frames that may wait between `push` and the pipeline.
    private static let capacity = 16
    private let monitor = Monitor(State())
    /// Names the format of the pictures before the first one comes.
    let format: PictureFormat
    let frameRate: Rational

    /// Makes an entrance; give it to one pipeline.
    ///
    /// - Parameters:
    ///   - width: pixels across, of every frame.
    ///   - height: pixels down, of every frame.
    ///   - pixelFormat: FFmpeg's name of the samples' layout, such as `yuv420p`, `nv12` or `rgb24`.
    ///   - range: the level of black and white.
    ///   - frameRate: about how many frames a second will come; a hint for encoders.
    /// - Throws: `StreamError` where FFmpeg knows no such format or the size is not positive.
    public init(
        width: Int, height: Int, pixelFormat: String, range: ColorDescription.Range = .limited,
        frameRate: Rational = Rational(30, 1)
    ) throws {
        guard width > 0, height > 0, let samples = PixelFormat.named(pixelFormat) else {
            throw StreamError(
                .invalidConfiguration,
                "frames of \(width)×\(height) in '\(pixelFormat)' cannot be taken; give a positive size and one of FFmpeg's pixel formats"
            )
        }
        format = PictureFormat(
            width: width, height: height, pixelFormat: samples, color: ColorDescription(range: range))
        self.frameRate = frameRate
    }

    /// Pushes one frame. Blocks while too many wait, so call it neither on the main actor nor in a task.
    ///
    /// - Parameters:
    ///   - time: its time, in stream time with any zero; later than the frame's before. The output's time begins at zero
    ///     with the first frame; times that go back, or leap by more than 10 s, are moved so that the output's go on.
    ///   - fill: writes every sample of the picture it is given.
    /// - Returns: false when the pipeline takes no more.
    /// - Throws: `StreamError` where there is no memory for the picture.
    @discardableResult
    public func push(at time: StreamTime, filling fill: (MutablePictureView) -> Void) throws -> Bool {
        let frame: SharedFrame
        do {
            var picture = try WritableFrame.make(
                format, pts: time.nanoseconds, timeBase: Rational(1, 1_000_000_000))
            picture.withMutablePicture(fill)
            frame = try picture.share()
        } catch {
            throw StreamError(.input, "a pushed frame was not taken: \(error)", underlying: error)
        }
        return monitor.waiting { state in
            if state.isClosed || state.isFinished { return .done(false) }
            guard state.items.count < Self.capacity else { return .wait(until: nil) }
            state.items.append(Item(frame: frame, time: time))
            return .done(true)
        }
    }

    /// No frame will follow.
    public func finish() {
        monitor.withLock { $0.isFinished = true }
    }

    /// The next frame; nil at the end.
    func next() -> Item? {
        monitor.waiting { state in
            if !state.items.isEmpty { return .done(state.items.removeFirst()) }
            return state.isFinished || state.isClosed ? .done(nil) : .wait(until: nil)
        }
    }

    /// The pipeline takes no more.
    func close() {
        monitor.withLock { $0.isClosed = true }
    }
}
