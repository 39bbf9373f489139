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

    /// The verdict of the scores.
    package func verdict(_ scores: [Double]) -> FrameVerdict {
        let sensitive = zip(description.labels, scores).filter { !$0.0.contentTypes.isEmpty }
        let highest = sensitive.map(\.1).max() ?? 0
        let score = description.combination == .max ? highest : min(sensitive.map(\.1).reduce(0, +), 1)
        let named = Dictionary(zip(description.labels.map(\.name), scores)) { max($0, $1) }
        guard score >= description.sensitiveFrom else {
            let isUnknown = description.unknownFrom.map { score >= $0 } ?? false
            return FrameVerdict(
                verdict: SafeMediaVerdict(
                    sensitivity: isUnknown ? .unknown : .safe, contentTypes: [], guidance: .none,
                    availability: .available),
                scores: named)
        }
        // The highest label's types always; others' where they alone would do.
        let telling = sensitive.filter { $0.1 == highest || $0.1 >= description.sensitiveFrom }
        return FrameVerdict(
            verdict: SafeMediaVerdict(
                sensitivity: .sensitive, contentTypes: telling.reduce(into: []) { $0.formUnion($1.0.contentTypes) },
                guidance: description.guidance, availability: .available),
            scores: named)
    }
}
