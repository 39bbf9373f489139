import Foundation
package import SafeMediaFrames
import SafeMediaKit

/// Makes a verdict of a classifier's output.
package struct ScoreReader: Sendable {
    private let description: ClassifierDescription

    /// Makes a reader.
    package init(_ description: ClassifierDescription) {
        self.description = description
    }

    /// The scores by label.
    ///
    /// - Throws: where a number is not finite, or no score from 0 to 1: such a model is broken, and a broken model must
    ///   not let a picture pass.
    package func scores(_ output: [Float]) throws(AnalyzerError) -> [Double] {
        guard output.count == description.labels.count else {
            throw AnalyzerError(
                "\(description.name) gave \(output.count) scores; its description has \(description.labels.count) labels"
            )
        }
        guard output.allSatisfy(\.isFinite) else {
            throw AnalyzerError("\(description.name) gave a score that is no number")
        }
        let values = output.map(Double.init)
        switch description.activation {
        case .identity:
            // A sum of rounded numbers may stand a hair outside.
            guard values.allSatisfy({ $0 >= -1e-4 && $0 <= 1 + 1e-4 }) else {
                throw AnalyzerError("\(description.name) gave a score outside 0 to 1; does it need an activation?")
            }
            return values.map { min(max($0, 0), 1) }
        case .sigmoid:
            return values.map { 1 / (1 + exp(-$0)) }
        case .softmax:
            let highest = values.max() ?? 0
            let powers = values.map { exp($0 - highest) }
            let sum = powers.reduce(0, +)
            return powers.map { $0 / sum }
        }
    }

    /// What is held against the thresholds.
    package func combined(_ scores: [Double]) -> Double {
        let sensitive = zip(description.labels, scores).filter { !$0.0.contentTypes.isEmpty }.map(\.1)
        return description.combination == .max ? sensitive.max() ?? 0 : min(sensitive.reduce(0, +), 1)
    }

    /// The verdict of the scores.
    package func verdict(_ scores: [Double]) -> FrameVerdict {
        FrameVerdict(
            verdict: judged(scores),
            scores: Dictionary(zip(description.labels.map(\.name), scores)) { max($0, $1) })
    }

    /// The verdict of a whole picture's scores and those of its parts: that of the highest.
    ///
    /// The whole picture's scores stay under their own labels; what the highest part scored for sensitive labels is
    /// reported beside them.
    package func verdict(_ scores: [Double], closer parts: [[Double]]) -> FrameVerdict {
        var result = verdict(scores)
        guard let highest = parts.max(by: { combined($0) < combined($1) }) else { return result }
        if combined(highest) > combined(scores) { result.verdict = judged(highest) }
        for (label, score) in zip(description.labels, highest) where !label.contentTypes.isEmpty {
            result.scores[label.name + CloserLook.labelSuffix] = score
        }
        return result
    }

    private func judged(_ scores: [Double]) -> SafeMediaVerdict {
        let score = combined(scores)
        guard score >= description.sensitiveFrom else {
            let isUnknown = description.unknownFrom.map { score >= $0 } ?? false
            return SafeMediaVerdict(
                sensitivity: isUnknown ? .unknown : .safe, contentTypes: [], guidance: .none,
                availability: .available)
        }
        let sensitive = zip(description.labels, scores).filter { !$0.0.contentTypes.isEmpty }
        let highest = sensitive.map(\.1).max() ?? 0
        // The highest label's types always; others' where they alone would do.
        let telling = sensitive.filter { $0.1 == highest || $0.1 >= description.sensitiveFrom }
        return SafeMediaVerdict(
            sensitivity: .sensitive, contentTypes: telling.reduce(into: []) { $0.formUnion($1.0.contentTypes) },
            guidance: description.guidance, availability: .available)
    }
}
