package import SafeMediaFrames

extension GateStateMachine {
    /// Takes the next frame in presentation order. Call only while not `isFull`.
    ///
    /// - Returns: the frame's number; numbers count from 0.
    @discardableResult
    package mutating func admit(_ frame: GateFrame, now: StreamTime) -> Int {
        var frame = frame
        let step = newest.map { frame.time - $0.time }
        if let step, schedule.needsSampleBefore(frame, step: step) { sampleNewest(now: now) }
        if let newest, newest.isDamaged, !frame.isDamaged { frame.startsAnew = true }

        let index = frames.end
        if frame.startsAnew || frame.isDamaged {
            isCutOff = true
            lastDoubt = index
        }
        if frame.followsLoss || frame.isDamaged { hasLost = true }
        clock?.admit(frame, step: step, wasHeldUp: isHoldingUp)
        newest = frame
        heldBytes += frame.byteCount
        frames.append(HeldFrame(frame: frame, step: step ?? .zero, coverage: Self.firstCoverage(of: frame)))
        isHoldingUp = isFull

        if schedule.needsSample(frame, step: step) {
            take(sampleOf: index, now: now)
        } else if isHoldingUp, !configuration.isFile {
            sampleNewest(now: now)
        }
        return index
    }

    private static func firstCoverage(of frame: GateFrame) -> HeldFrame.Coverage {
        guard frame.isDamaged else { return .open }
        return .uncovered(frame.isBeforeStart ? .uncovered : .damage)
    }

    /// No frame will follow.
    package mutating func end(now: StreamTime) {
        guard !hasEnded else { return }
        sampleNewest(now: now)
        hasEnded = true
    }

    /// The input's clock does not go on where it stopped, though stream time does (a camera came back).
    package mutating func restartClock() {
        clock?.restart()
    }
}
