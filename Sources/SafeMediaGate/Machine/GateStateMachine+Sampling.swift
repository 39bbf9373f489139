package import SafeMediaFrames

extension GateStateMachine {
    /// Gives the newest held frame to the model, unless it has been already or nothing a model says would matter.
    mutating func sampleNewest(now: StreamTime) {
        guard !frames.isEmpty else { return }
        let index = frames.end - 1
        guard !frames[index].isSampled, !frames[index].frame.isDamaged else { return }
        take(sampleOf: index, now: now)
    }

    /// Makes a sample of a held frame.
    mutating func take(sampleOf index: Int, now: StreamTime) {
        guard isSampling else { return }
        frames[index].isSampled = true
        let frame = frames[index].frame
        let sample = Sample(
            frame: index, time: frame.time, isChange: frame.isChange, step: frames[index].step,
            isCutOff: isCutOff, followsLoss: hasLost)
        isCutOff = false
        hasLost = false
        samples.append(sample)
        if !configuration.isFile { replaceWaiting() }
        schedule.didSample(at: frame.time)
        handOver(now: now)
    }

    /// Live, at most one sample waits for the model: the newest.
    private mutating func replaceWaiting() {
        var number = samples.end - 2
        while number >= max(nextToJudge, samples.first) {
            if case .waiting = samples[number].state { skip(number) }
            number -= 1
        }
        // Passes by what was skipped, so that a long wait for a session does not pile samples up.
        judge()
    }

    /// Gives a sample up. What forbade conclusions to it forbids them to the next one that is not given up, and so does a
    /// flash that nobody looked at.
    mutating func skip(_ number: Int) {
        let skipped = samples[number]
        samples[number].state = .skipped
        var next = number + 1
        while samples.contains(next) {
            if case .skipped = samples[next].state {
                next += 1
                continue
            }
            samples[next].isCutOff = samples[next].isCutOff || skipped.isCutOff || skipped.isChange
            samples[next].followsLoss = samples[next].followsLoss || skipped.followsLoss
            return
        }
        isCutOff = isCutOff || skipped.isCutOff || skipped.isChange
        hasLost = hasLost || skipped.followsLoss
    }

    /// Hands waiting samples to the model: all of them for files, one at a time live.
    mutating func handOver(now: StreamTime) {
        guard session.state == .attached, !session.isStuck, isSampling else { return }
        var number = max(nextToJudge, samples.first)
        var isBusy = isModelBusy
        while samples.contains(number) {
            if case .waiting = samples[number].state, configuration.isFile || !isBusy {
                if !isBusy { session.waitingSince = now }
                samples[number].state = .handedOver
                effects.append(.handOver(frame: samples[number].frame, session: session.number))
                isBusy = true
            }
            number += 1
        }
    }

    private var isModelBusy: Bool {
        var number = max(nextToJudge, samples.first)
        while samples.contains(number) {
            if case .handedOver = samples[number].state { return true }
            number += 1
        }
        return false
    }

    /// The number of the sample that was made of this frame and is with the model.
    private func handedOverSample(of frame: Int) -> Int? {
        var number = max(nextToJudge, samples.first)
        while samples.contains(number) {
            if samples[number].frame == frame {
                guard case .handedOver = samples[number].state else { return nil }
                return number
            }
            number += 1
        }
        return nil
    }

    /// The model answered. `inference` is how long it took from when it could begin.
    package mutating func answer(
        frame: Int, session number: Int, verdict: FrameVerdict, inference: StreamTime, now: StreamTime
    ) {
        guard number == session.number, let sample = handedOverSample(of: frame) else { return }
        session.waitingSince = now
        clock?.measure(inference: inference)
        samples[sample].state = .answered(verdict)
        judge()
        handOver(now: now)
    }

    /// The model could not judge this frame.
    package mutating func fail(frame: Int, session number: Int, now: StreamTime) {
        guard number == session.number, let sample = handedOverSample(of: frame) else { return }
        session.waitingSince = now
        samples[sample].state = .failed
        judge()
        handOver(now: now)
    }

    /// Looks whether the model has been silent for too long.
    ///
    /// - Returns: when to look again; nil while nothing is with the model.
    @discardableResult
    package mutating func checkModel(now: StreamTime) -> StreamTime? {
        guard session.state == .attached, !session.isStuck, isModelBusy else { return nil }
        let limit = session.waitingSince + configuration.analysisTimeout
        guard now >= limit else { return limit }
        var number = max(nextToJudge, samples.first)
        while samples.contains(number) {
            if case .handedOver = samples[number].state {
                samples[number].state = .hung
                // Nothing behind a hung call can be answered in this session.
                session.isStuck = true
                break
            }
            number += 1
        }
        judge()
        handOver(now: now)
        return nil
    }
}
