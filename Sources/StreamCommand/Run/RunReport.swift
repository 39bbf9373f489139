import SafeMediaFrames
package import SafeMediaStream

/// What is printed when a run is over.
package enum RunReport {
    /// One line: how it ended, the counts that matter, and where the output is.
    package static func line(_ summary: StreamSummary, output: MediaArgument) -> String {
        let end =
            switch summary.outcome {
            case .completed: summary.damaged > 0 ? "done, but the input was damaged" : "done"
            case .stopped: "stopped"
            case .stoppedByPolicy: "stopped by policy"
            case .failed, .running: "failed"
            }
        var counts = ["\(summary.frames) frames", "\(summary.concealed) concealed"]
        if summary.late > 0 { counts.append("\(summary.late) of them late") }
        if summary.damaged > 0 { counts.append("\(summary.damaged) of them for damage") }
        if summary.unverified > 0 { counts.append("\(summary.unverified) passed without analysis") }
        let place = output == .standardStream ? "standard output" : output.shown
        return "\(end): \(counts.joined(separator: ", ")); written to \(place)"
    }

    /// The table of `--stats`.
    package static func table(_ summary: StreamSummary, elapsed: Double) -> [String] {
        let length = summary.position.seconds
        let speed = elapsed > 0 ? " (\(decimals(length / elapsed, 2))x)" : ""
        let rows = [
            ("frames", "\(summary.frames)"), ("concealed", "\(summary.concealed)"), ("late", "\(summary.late)"),
            ("damaged", "\(summary.damaged)"), ("unverified", "\(summary.unverified)"),
            ("samples", "\(summary.samples)"), ("decisions", "\(summary.decisions)"),
            ("stream time", "\(decimals(length, 3)) s"), ("run time", "\(decimals(elapsed, 3)) s\(speed)"),
        ]
        let lines = rows.map { left($0.0, 14) + $0.1 }
        guard !summary.stages.isEmpty else { return lines }
        let head = left("stage", 14) + ["count", "mean ms", "95 % ms", "max ms"].map { right($0, 10) }.joined()
        let stages = summary.stages.map { stage in
            let times = [stage.mean, stage.percentile95, stage.maximum].map { decimals($0.seconds * 1000, 3) }
            return left(stage.name, 14) + (["\(stage.count)"] + times).map { right($0, 10) }.joined()
        }
        return lines + [head] + stages
    }

    /// A number with a fixed count of decimals, whatever the locale.
    private static func decimals(_ value: Double, _ count: Int) -> String {
        let factor = count == 2 ? 100.0 : 1000.0
        guard value.isFinite, abs(value) < 1e12 else { return "-" }
        let scaled = Int((value * factor).rounded())
        let fraction = String(Int(scaled.magnitude) % Int(factor))
        let zeros = String(repeating: "0", count: max(0, count - fraction.count))
        return (scaled < 0 ? "-" : "") + "\(Int(scaled.magnitude) / Int(factor)).\(zeros)\(fraction)"
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}
