import SafeMediaFrames
import SafeMediaKit
import Testing

@testable import SafeMediaAnalyzers

@Suite struct ScoreReaderTests {
    private func reader(_ text: DescriptionText) throws -> ScoreReader {
        guard case .classifier(let description) = try text.description() else {
            throw AnalyzerError("not a classifier")
        }
        return ScoreReader(description)
    }

    private var plain: DescriptionText { DescriptionText.meansNCHW.setting("output.activation", "none") }

    @Test(arguments: [
        [Float.nan, 0, 0], [Float.infinity, 0, 0], [-Float.infinity, 0, 0], [Float(1.1), 0, 0], [Float(-0.1), 0, 0],
        [Float(0.5), 0.5], [],
    ])
    func nonsenseThrows(_ output: [Float]) throws {
        let reader = try reader(plain)
        #expect(throws: AnalyzerError.self) { try reader.scores(output) }
    }

    @Test func activations() throws {
        let plain = try reader(plain).scores([0.25, 1.00005, 0])
        #expect(plain == [0.25, 1, 0])
        let sigmoid = try reader(plain: "sigmoid").scores([0, -1e30, 1e30])
        #expect(sigmoid == [0.5, 0, 1])
        let softmax = try reader(plain: "softmax").scores([3e38, 3e38, -3e38])
        #expect(softmax == [0.5, 0.5, 0])
    }

    private func reader(plain activation: String) throws -> ScoreReader {
        try reader(plain.setting("output.activation", activation))
    }

    @Test func theHighestLabelDecides() throws {
        let reader = try reader(plain.setting("thresholds", ["sensitive": 0.6, "unknown": 0.3]))
        let sensitive = reader.verdict([0.6, 0.1, 0.3])
        #expect(sensitive.verdict.sensitivity == .sensitive)
        #expect(sensitive.verdict.contentTypes == [.goreOrViolence])
        #expect(sensitive.verdict.guidance.shouldInterruptVideo)
        #expect(sensitive.scores == ["red": 0.6, "green": 0.1, "blue": 0.3])
        #expect(reader.verdict([0.7, 0.8, 0]).verdict.contentTypes == [.goreOrViolence, .nudity])
        let unknown = reader.verdict([0.3, 0.59, 1])
        #expect(unknown.verdict.sensitivity == .unknown)
        #expect(unknown.verdict.contentTypes.isEmpty && unknown.verdict.guidance == .none)
        #expect(reader.verdict([0.29, 0.29, 1]).verdict.sensitivity == .safe)
    }

    @Test func whatIsDividedAmongLabelsAddsUp() throws {
        let reader = try reader(plain.setting("output.combination", "sum"))
        let verdict = reader.verdict([0.31, 0.3, 0.39]).verdict
        #expect(verdict.sensitivity == .sensitive)
        #expect(verdict.contentTypes == [.goreOrViolence])
        #expect(reader.verdict([0.29, 0.3, 0.41]).verdict.sensitivity == .safe)
    }

    @Test func zeroAsThresholdLetsNothingPass() throws {
        let reader = try reader(plain.setting("thresholds.sensitive", 0))
        #expect(reader.verdict([0, 0, 1]).verdict.sensitivity == .sensitive)
    }
}
