import SafeMediaFrames
package import SafeMediaStream

/// The progress line: time, speed, concealed, late, time left, and what conceals now.
package struct ProgressLine: Sendable {
    /// Seconds over which speed is measured.
    private static let window = 10.0

    private var history: [(at: Double, position: StreamTime)] = []

    package init() {}

    /// The line for this moment, cut to what fits a terminal so many columns wide.
    ///
    /// - Parameter now: seconds on a monotonic clock.
    package mutating func text(_ status: StreamStatus, now: Double, columns: Int) -> String {
        let summary = status.summary
        if let last = history.last, summary.position < last.position { history = [] }
        history.append((now, summary.position))
        // The newest entry beyond the window stays, so that the window is always spanned.
        while history.count > 2, now - history[1].at >= Self.window { history.removeFirst() }
        let speed = speed()

        var parts = [ClockText.time(summary.position)]
        if let speed { parts.append("\(Self.twoDecimals(speed))x") }
        parts.append("concealed \(summary.concealed)")
        parts.append("late \(summary.late)")
        if let left = Self.left(summary, speed) { parts.append("ETA \(left)") }
        if let state = Self.state(status) { parts.append("[\(state)]") }
        return Self.fit(parts, columns - 1)
    }

    private func speed() -> Double? {
        guard let first = history.first, let last = history.last, last.at - first.at >= 0.5 else { return nil }
        return (last.position - first.position).seconds / (last.at - first.at)
    }

    private static func left(_ summary: StreamSummary, _ speed: Double?) -> String? {
        guard let duration = summary.duration, let speed, speed > 0.001 else { return nil }
        return ClockText.seconds(max(0, (duration - summary.position).seconds) / speed)
    }

    private static func state(_ status: StreamStatus) -> String? {
        if status.isStoppedByPolicy { return "stopped by policy" }
        if status.isClosedByOperator { return "concealed by hand" }
        if let decision = status.closedBy { return "concealed by decision \(decision)" }
        if !status.isAnalysisAttached { return "no analysis" }
        return status.isConcealed ? "concealed" : nil
    }

    private static func twoDecimals(_ value: Double) -> String {
        let hundredths = Int(min(max(value * 100, 0), 99_999).rounded())
        return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
    }

    /// Leaves parts out from the end until the rest fits; a last column that is written to makes some terminals wrap.
    private static func fit(_ parts: [String], _ columns: Int) -> String {
        var parts = parts
        while parts.count > 1, parts.joined(separator: "  ").count > columns { parts.removeLast() }
        return String(parts.joined(separator: "  ").prefix(max(0, columns)))
    }
}
