import SafeMediaFrames
import SafeMediaKit
import Testing

@testable import SafeMediaAnalyzers

/// A tiny model whose scores are the means of its input's channels over 255, on pictures whose parts differ.
@Suite struct CloserLookTests {
    private let plain = DescriptionText.meansNCHW.setting("onnx", "means-nhwc.onnx").setting("input.layout", "NHWC")
        .setting("input.elementType", "u8").setting("output.activation", "none").setting("output.name", "shares")

    private static let upperNineTenths = PictureCrop(x: 0, y: 0, width: 1, height: 0.9)

    /// The model with a closer look.
    private func looking(
        _ from: Double, _ crops: [PictureCrop] = [upperNineTenths], sensitive: Double, unknown: Double? = nil
    ) -> DescriptionText {
        let crops = crops.map { ["x": $0.x, "y": $0.y, "width": $0.width, "height": $0.height] }
        return plain.setting("closerLook", ["from": from, "crops": crops])
            .setting("thresholds", ["sensitive": sensitive, "unknown": unknown].compactMapValues { $0 })
    }

    /// Lines of one colour each, `width` pixels wide.
    private func picture(width: Int = 10, _ lines: [(count: Int, colour: [UInt8])]) -> SamplePicture {
        let bytes = lines.flatMap { line in (0..<line.count * width).flatMap { _ in line.colour } }
        return SamplePicture(
            width: width, height: lines.reduce(0) { $0 + $1.count }, channels: .rgb, bytes: bytes)
    }

    /// Red 0.8, and black along the lower edge.
    private var captioned: SamplePicture { picture([(18, [204, 51, 0]), (2, [0, 0, 0])]) }

    private func level(_ score: Double?) -> Double? { score.map { ($0 * 255).rounded() } }

    @Test(.timeLimit(.minutes(1))) func theHigherScoreDecidesAndBothAreReported() async throws {
        let whole = try await plain.setting("thresholds.sensitive", 0.78).classifier().analyze(captioned)
        #expect(whole.verdict.sensitivity == .safe)
        let score = try #require(whole.scores["red"])
        #expect(score > 0.6 && score < 0.78)

        let result = try await looking(0.5, sensitive: 0.78).classifier().analyze(captioned)
        #expect(result.verdict.sensitivity == .sensitive)
        #expect(result.verdict.contentTypes == [.goreOrViolence])
        #expect(result.verdict.guidance.shouldInterruptVideo)
        for label in ["red", "green", "blue"] { #expect(result.scores[label] == whole.scores[label]) }
        #expect(level(result.scores["red-closer"]) == 204 && level(result.scores["green-closer"]) == 51)
        // What is not sensitive has no part in it.
        #expect(result.scores.count == 5)
    }

    @Test(.timeLimit(.minutes(1))) func onlyBetweenFromAndTheThreshold() async throws {
        // 51 / 255 = 0.2, as near as the processor comes.
        let dim = picture([(20, [51, 0, 0])])
        let score = try #require(try await plain.classifier().analyze(dim).scores["red"])
        #expect(abs(score - 0.2) < 1e-6)
        for (from, sensitive, isDue) in [
            (score, 0.5, true), (score.nextUp, 0.5, false), (0.1, score, false), (0.1, score.nextUp, true),
        ] {
            let result = try await looking(from, sensitive: sensitive).classifier().analyze(dim)
            #expect((result.scores["red-closer"] != nil) == isDue, "\(from) \(sensitive)")
            #expect(result.verdict.sensitivity == (sensitive <= score ? .sensitive : .safe))
        }
    }

    @Test(.timeLimit(.minutes(1))) func anOverriddenThresholdMovesTheBand() async throws {
        let text = looking(0.5, sensitive: 0.78)
        let strict = try await text.classifier(threshold: 0.6).analyze(captioned)
        #expect(strict.verdict.sensitivity == .sensitive && strict.scores["red-closer"] == nil)
        // Below `from` nothing is left to look at closer.
        let strictest = try await text.classifier(threshold: 0.1).analyze(picture([(20, [51, 0, 0])]))
        #expect(strictest.verdict.sensitivity == .sensitive && strictest.scores["red-closer"] == nil)
        let lax = try await text.classifier(threshold: 0.9).analyze(captioned)
        #expect(lax.verdict.sensitivity == .safe && level(lax.scores["red-closer"]) == 204)
        let bright = try await text.classifier(threshold: 0.9).analyze(picture([(18, [240, 0, 0]), (2, [0, 0, 0])]))
        #expect(bright.verdict.sensitivity == .sensitive && level(bright.scores["red-closer"]) == 240)
    }

    @Test(.timeLimit(.minutes(1))) func theUnknownBandHoldsForBoth() async throws {
        let risen = try await looking(0.5, sensitive: 0.9, unknown: 0.78).classifier().analyze(captioned)
        #expect(risen.verdict.sensitivity == .unknown && risen.verdict.contentTypes.isEmpty)
        // What is unknown may turn out sensitive, and never safe.
        let sensitive = try await looking(0.5, sensitive: 0.78, unknown: 0.6).classifier().analyze(captioned)
        #expect(sensitive.verdict.sensitivity == .sensitive)
        let lowerEdge = picture([(18, [102, 0, 0]), (2, [255, 0, 0])])
        let kept = try await looking(0.2, sensitive: 0.9, unknown: 0.42).classifier().analyze(lowerEdge)
        #expect(kept.verdict.sensitivity == .unknown && level(kept.scores["red-closer"]) == 102)
        #expect(try #require(kept.scores["red"]) > 0.42)
    }

    @Test(.timeLimit(.minutes(1))) func theHighestOfSeveralPartsCounts() async throws {
        let halves = [
            PictureCrop(x: 0, y: 0, width: 1, height: 0.5), PictureCrop(x: 0, y: 0.5, width: 1, height: 0.5),
        ]
        for parts in [halves, halves.reversed()] {
            let result = try await looking(0.3, parts, sensitive: 0.6).classifier()
                .analyze(picture([(10, [0, 0, 0]), (10, [0, 204, 0])]))
            #expect(level(result.scores["green-closer"]) == 204 && level(result.scores["red-closer"]) == 0)
            #expect(result.verdict.contentTypes == [.nudity])
        }
    }

    @Test(.timeLimit(.minutes(1))) func aPartIsPreparedLikeAWholePicture() async throws {
        // 4 by 8 fits 8 by 8 as it is, half of it black; the upper half of it fills the input.
        let text = looking(0.3, [PictureCrop(x: 0, y: 0, width: 1, height: 0.5)], sensitive: 0.6)
            .setting("preprocessing.rule", "fit")
        let result = try await text.classifier().analyze(picture(width: 4, [(8, [204, 0, 0])]))
        #expect(level(result.scores["red"]) == 102 && level(result.scores["red-closer"]) == 204)
    }

    @Test(.timeLimit(.minutes(1))) func aPictureOfOnePixelHasParts() async throws {
        let result = try await looking(0.3, sensitive: 0.9).classifier().analyze(picture(width: 1, [(1, [204, 0, 0])]))
        #expect(level(result.scores["red-closer"]) == 204)
    }

    @Test func whatIsDividedAmongLabelsAddsUpInEachPart() throws {
        let text = looking(0.1, sensitive: 0.6).setting("output.combination", "sum")
        guard case .classifier(let description) = try text.description() else {
            Issue.record("not a classifier")
            return
        }
        let reader = ScoreReader(description)
        let result = reader.verdict([0.1, 0.1, 0.8], closer: [[0.5, 0, 0.5], [0.3, 0.35, 0.35]])
        #expect(result.verdict.sensitivity == .sensitive && result.verdict.contentTypes == [.nudity])
        #expect(result.scores["red-closer"] == 0.3 && result.scores["green-closer"] == 0.35)
        // 0.5 of one part and 0.35 of another are no sum.
        let divided = reader.verdict([0.1, 0.1, 0.8], closer: [[0.5, 0, 0.5], [0, 0.35, 0.65]])
        #expect(divided.verdict.sensitivity == .safe)
    }

    /// Each pixel's value is its number.
    @Test(arguments: [
        (PictureCrop(x: 0, y: 0, width: 1, height: 0.9), 4, 5, 4, 5),
        (PictureCrop(x: 0, y: 0, width: 1, height: 0.9), 4, 6, 4, 5),
        (PictureCrop(x: 0.5, y: 0.25, width: 0.5, height: 0.5), 4, 4, 2, 2),
        (PictureCrop(x: 0.99, y: 0.99, width: 0.01, height: 0.01), 4, 4, 1, 1),
        (PictureCrop(x: 0.1, y: 0.2, width: 0.9, height: 0.8), 10, 10, 9, 8),
        (PictureCrop(x: 0, y: 0, width: 0.01, height: 0.01), 1, 1, 1, 1),
    ])
    func edgesGoToTheNearestLine(_ crop: PictureCrop, width: Int, height: Int, kept: Int, lines: Int) throws {
        let bytes = (0..<width * height).map { UInt8($0) }
        let part = try crop.applied(
            to: SamplePicture(width: width, height: height, channels: .gray, bytes: bytes))
        #expect(part.width == kept && part.height == lines)
        let (left, top) = (width - kept, height - lines)
        let (x, y) = (crop.x == 0 ? 0 : left, crop.y == 0 ? 0 : crop.y == 0.25 ? 1 : top)
        #expect(part.bytes == (y..<y + lines).flatMap { row in (x..<x + kept).map { UInt8(row * width + $0) } })
    }

    @Test func aPictureWithoutPixelsHasNoParts() {
        let nothing = SamplePicture(width: 0, height: 0, channels: .rgb, bytes: [])
        #expect(throws: AnalyzerError.self) { try Self.upperNineTenths.applied(to: nothing) }
    }
}
