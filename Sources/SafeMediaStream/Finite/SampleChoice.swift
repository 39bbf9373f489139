import SafeMediaFrames

/// Chooses the pictures of finite media that the models are given: the first and the last, each that cut or flashed, the
/// two sides of a gap, and one in every interval.
struct SampleChoice {
    private let interval: StreamTime
    private var lastTime: StreamTime?
    private var lastSample: StreamTime?

    init(interval: StreamTime) {
        self.interval = interval
    }

    /// Whether the picture before this one has to be judged too, if it has not been.
    func needsOneBefore(_ time: StreamTime, startsAnew: Bool) -> Bool {
        guard let lastTime else { return false }
        return startsAnew || time - lastTime > interval
    }

    /// Whether this picture has to be judged.
    mutating func takes(_ time: StreamTime, isChange: Bool, startsAnew: Bool) -> Bool {
        defer { lastTime = time }
        guard let lastTime, let lastSample, !isChange, !startsAnew, time - lastTime <= interval,
            time - lastSample < interval
        else {
            self.lastSample = time
            return true
        }
        return false
    }
}
