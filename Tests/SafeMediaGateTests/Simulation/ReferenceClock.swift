import SafeMediaFrames
import SafeMediaGate

/// When live frames have to leave, reckoned beside the gate: anchor + time + hold-back.
struct ReferenceClock {
    private let mode: GateConfiguration.Mode
    private var anchor: Int64?
    private var wasFull = false
    private var times: [Int64] = []
    private var admissions: [Int64] = []
    private var lastRelease = Int64.min

    init(_ configuration: GateConfiguration) {
        mode = configuration.mode
    }

    mutating func admit(_ frame: GateFrame, now: Int64) {
        let candidate = frame.arrival.nanoseconds - frame.time.nanoseconds
        if let anchor {
            if !wasFull { self.anchor = max(anchor, candidate) }
        } else {
            anchor = candidate
        }
        times.append(frame.time.nanoseconds)
        admissions.append(now)
    }

    mutating func didAdmit(_ frame: GateFrame, isFull: Bool) {
        wasFull = isFull
    }

    /// What is wrong about a frame that leaves now.
    mutating func release(_ index: Int, now: Int64, holdBack: StreamTime) -> String? {
        guard case .live(let rule) = mode, let anchor else { return nil }
        switch rule {
        case .fixed(let time):
            if time != holdBack { return "the hold-back is \(holdBack), not \(time)" }
        case .automatic(let cap):
            if holdBack > cap { return "the hold-back is \(holdBack) and above its cap" }
        }
        let deadline = anchor + times[index] + holdBack.nanoseconds
        if now < deadline { return "frame \(index) left \(deadline - now) ns before its deadline" }
        let latest = max(deadline, admissions[index], lastRelease)
        lastRelease = now
        if now > latest { return "frame \(index) left \(now - latest) ns after its deadline" }
        return nil
    }
}
