package import SafeMediaFrames
import SafeMediaKit

/// One verdict for what several models said of the same frame: the strictest sensitivity, every content type, every
/// guidance and every region, and each model's scores under `MODEL/label`.
///
/// A model that is not available makes the whole not available, so that `unavailableAction` is not escaped by having
/// a second model. No verdict at all is unknown, never safe.
package func strictest(_ verdicts: [(model: String, verdict: FrameVerdict)]) -> FrameVerdict {
    var result = FrameVerdict(
        verdict: SafeMediaVerdict(
            sensitivity: verdicts.isEmpty ? .unknown : .safe, contentTypes: [], guidance: .none,
            availability: .available))
    for (model, one) in verdicts {
        result.verdict.sensitivity = stricter(result.verdict.sensitivity, one.verdict.sensitivity)
        result.verdict.contentTypes.formUnion(one.verdict.contentTypes)
        result.verdict.guidance.formUnion(one.verdict.guidance)
        if result.verdict.availability == .available { result.verdict.availability = one.verdict.availability }
        for (label, score) in one.scores {
            // Two models of one name: the higher score stands.
            result.scores["\(model)/\(label)", default: score] = max(
                result.scores["\(model)/\(label)", default: score], score)
        }
        result.regions += one.regions
    }
    return result
}

private func stricter(_ left: SafeMediaSensitivity, _ right: SafeMediaSensitivity) -> SafeMediaSensitivity {
    if left == .sensitive || right == .sensitive { return .sensitive }
    return left == .unknown || right == .unknown ? .unknown : .safe
}

extension SafeMediaGuidance {
    fileprivate mutating func formUnion(_ other: SafeMediaGuidance) {
        shouldIndicateSensitivity = shouldIndicateSensitivity || other.shouldIndicateSensitivity
        shouldInterruptVideo = shouldInterruptVideo || other.shouldInterruptVideo
        shouldMuteAudio = shouldMuteAudio || other.shouldMuteAudio
    }
}
