import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// What people, apps and sessions do to a simulated run.
extension Simulation {
    mutating func beginSession() {
        restartAt = nil
        guard !gate.isStopped else { return }
        let kind = attempt < scenario.attempts.count ? scenario.attempts[attempt] : .attaches
        attempt += 1
        engine.attach()
        let time = StreamTime(nanoseconds: now)
        let policy = scenario.configuration.policy
        switch kind {
        case .attaches:
            gate.attach(now: time)
            if gate.isAttached { oracle.attach() } else { engine.cancel() }
            apply()
        case .unavailable:
            let number = gate.becomeUnavailable(now: time)
            expectDecision(number, policy.unavailableAction)
        case .fails:
            let number = gate.failToStart(now: time)
            expectDecision(number, policy.failureAction)
        }
    }

    private mutating func expectDecision(_ number: Int, _ action: SafeMediaAction) {
        lastNumber = max(lastNumber, number)
        oracle.beginOutage(action, number: number)
        engine.yield(SimulatedEngine.Item(number: number, effect: Self.effect(of: action)))
        apply()
    }

    mutating func useHands() {
        let time = StreamTime(nanoseconds: now)
        switch random.milliseconds(0...11) {
        case 0...5:
            tryContinue(time)
        case 6:
            gate.closeByHand()
            oracle.closeByHand(true)
        case 7, 8:
            gate.openByHand()
            oracle.closeByHand(false)
        case 9:
            endAnalysis()
        case 10:
            if gate.isAttached, restartAt == nil { replaceSession(time) }
        default:
            break
        }
    }

    private mutating func tryContinue(_ time: StreamTime) {
        let closedBy = gate.closedBy
        let number = random.chance(70) ? closedBy ?? lastNumber : Int(random.milliseconds(0...5))
        let continuer = random.chance(50) ? GateStateMachine.Continuer.person : .app
        if log != nil { note("\(continuer) continues after \(number)") }
        let isRight = closedBy == number && !gate.isStopped
        let mayReveal = continuer == .app || scenario.configuration.policy.allowReveal
        do throws(GateContinueRefusal) {
            // The oracle is told first: what the gate yields at once lies behind the opening.
            if isRight, mayReveal { oracle.continued(by: continuer) }
            try gate.continueStream(after: number, by: continuer, now: time)
            if !isRight || !mayReveal { oracle.report("a continue after \(number) was accepted") }
        } catch {
            if isRight, mayReveal { oracle.report("a continue after \(number) was refused: \(error)") }
        }
        apply()
    }

    private mutating func endAnalysis() {
        guard restartAt == nil || gate.isAttached || random.chance(50) else { return }
        if log != nil { note("analysis is ended") }
        engine.cancel()
        oracle.detach()
        restartAt = nil
        gate.detach()
        apply(byHand: true)
        if random.chance(80) { restartAt = now + random.milliseconds(0...800) * 1_000_000 }
    }

    /// A new session takes the place of one that is attached; what was not handled yet never is.
    private mutating func replaceSession(_ time: StreamTime) {
        var lost = engine.queue.map(\.number)
        if case .handling(let item, _) = engine.state { lost.append(item.number) }
        oracle.breakOff()
        engine.cancel()
        engine.attach()
        gate.attach(now: time)
        apply(byHand: true)
        for number in lost { settle(number) }
    }
}
