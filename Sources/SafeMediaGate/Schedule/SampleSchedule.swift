import SafeMediaFrames

/// Decides which frames the model is given (rule 1), by what is known when a frame arrives.
struct SampleSchedule {
    private let interval: StreamTime
    private let frameLimit: Int
    private let byteLimit: Int
    private var lastTime: StreamTime?
    private var framesSince = 0
    private var bytesSince = 0

    init(interval: StreamTime, limits: GateConfiguration.Limits) {
        self.interval = interval
        // Two neighbouring samples and what lies between them must fit into the hold-back.
        frameLimit = max(limits.frames / 2, 1)
        byteLimit = max(limits.bytes / 2, 1)
    }

    /// Whether the frame before `frame` has to be sampled, because nothing that can be relied on follows it.
    func needsSampleBefore(_ frame: GateFrame, step: StreamTime) -> Bool {
        frame.startsAnew || frame.isDamaged || step > interval
    }

    /// Whether `frame`, which has just arrived, has to be sampled. Damaged frames never are.
    mutating func needsSample(_ frame: GateFrame, step: StreamTime?) -> Bool {
        guard !frame.isDamaged else { return false }
        framesSince += 1
        bytesSince += frame.byteCount
        guard let step, let lastTime else { return true }
        return frame.startsAnew || frame.isChange || step > interval || frame.time - lastTime >= interval
            || framesSince >= frameLimit || bytesSince >= byteLimit
    }

    /// A sample was taken.
    mutating func didSample(at time: StreamTime) {
        lastTime = time
        framesSince = 0
        bytesSince = 0
    }
}
