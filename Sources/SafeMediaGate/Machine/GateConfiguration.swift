package import SafeMediaFrames
package import SafeMediaKit

/// What the gate is built with.
package struct GateConfiguration: Sendable {
    /// Whether frames wait for verdicts, or verdicts have to come in time.
    package enum Mode: Sendable, Hashable {
        /// Frames wait as long as it takes; nothing depends on when answers come.
        case file
        /// Frames leave at their deadline.
        case live(HoldBackRule)
        /// Frames leave at once, by the gate's present state.
        case immediate
    }

    /// How much may be held. At least one of each is always held.
    package struct Limits: Sendable, Hashable {
        /// Frames.
        package var frames: Int
        /// Bytes of pictures.
        package var bytes: Int
        /// Stream time between the oldest and the newest; live only.
        package var time: StreamTime

        package init(frames: Int, bytes: Int, time: StreamTime) {
            self.frames = max(frames, 2)
            self.bytes = max(bytes, 2)
            self.time = time
        }

        /// 128 frames or 384 MiB (123 pictures of 1080p in 8-bit 4:2:0), and three seconds of live input.
        package static let standard = Limits(frames: 128, bytes: 384 << 20, time: StreamTime(seconds: 3))
    }

    /// What is done about verdicts.
    package var policy: SafeMediaPolicy
    /// Files or live.
    package var mode: Mode
    /// Stream time between samples; zero samples every frame.
    package var sampleInterval: StreamTime
    /// Stream time of clear samples that opens the latch; nil waits for a continue.
    package var resumesAfter: StreamTime?
    /// How long the model may take.
    package var analysisTimeout: StreamTime
    /// What may be held.
    package var limits: Limits

    package init(
        policy: SafeMediaPolicy, mode: Mode = .file, sampleInterval: StreamTime = StreamTime(nanoseconds: 200_000_000),
        resumesAfter: StreamTime? = nil, analysisTimeout: StreamTime = StreamTime(seconds: 30),
        limits: Limits = .standard
    ) {
        self.policy = policy
        self.mode = mode
        self.sampleInterval = max(sampleInterval, .zero)
        self.resumesAfter = resumesAfter
        self.analysisTimeout = analysisTimeout
        self.limits = limits
    }

    var isFile: Bool { mode == .file }
}
