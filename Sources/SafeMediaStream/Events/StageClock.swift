import SafeMediaFrames
import Synchronization

/// A part of the way from the input to the output, in the order of the data.
enum Stage: Int, CaseIterable {
    /// From packets to a picture.
    case decode
    /// Scaling for a model and its answer; of several models the slowest.
    case analyze
    /// From a picture's arrival at the gate to its release.
    case hold
    /// Conversion to the output's format, and concealment where need be.
    case conceal
    /// From a picture to its packets.
    case encode
    /// Writing what is due, or the sink's own time.
    case write
}

/// Measures the stages of a run. Safe to use from any thread.
final class StageClock: Sendable {
    private let histograms = Mutex([LatencyHistogram](repeating: LatencyHistogram(), count: Stage.allCases.count))

    /// Counts how long one frame or sample took in a stage.
    func record(_ stage: Stage, _ time: StreamTime) {
        histograms.withLock { $0[stage.rawValue].record(time) }
    }

    /// Measures a piece of work that counts once, whether it fails or not.
    func measure<Result, Failure: Error>(
        _ stage: Stage, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = MonotonicClock.now
        defer { record(stage, MonotonicClock.now - start) }
        return try work()
    }

    /// What was measured so far, without stages that nothing went through.
    var latencies: [StageLatency] {
        histograms.withLock { histograms in
            Stage.allCases.compactMap { stage in
                let histogram = histograms[stage.rawValue]
                guard histogram.count > 0 else { return nil }
                return StageLatency(
                    name: "\(stage)", count: histogram.count, mean: histogram.mean,
                    percentile95: histogram.percentile(0.95), maximum: histogram.maximum)
            }
        }
    }
}
