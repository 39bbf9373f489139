import Foundation
import SafeMediaFrames
import SafeMediaKit
import Testing

@testable import SafeMediaAnalyzers

/// Tiny models whose answers can be worked out by hand: each gives the means of its input's channels.
@Suite struct ONNXClassifierTests {
    /// One colour, 16 by 4 pixels.
    private static func plain(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> SamplePicture {
        SamplePicture(
            width: 16, height: 4, channels: .rgb, bytes: (0..<64).flatMap { _ in [red, green, blue] })
    }

    private let nhwc = DescriptionText.meansNCHW.setting("onnx", "means-nhwc.onnx").setting("input.layout", "NHWC")
        .setting("input.elementType", "u8").setting("output.activation", "none").setting("output.name", "shares")

    @Test(.timeLimit(.minutes(1))) func planarInputWithMeanAndScale() async throws {
        let text = DescriptionText.meansNCHW.setting("input.mean", [100, 50, 0])
            .setting("input.scale", [0.5, 0.1, 0.02])
        let result = try await text.classifier().analyze(Self.plain(104, 70, 50))
        // Logits 2, 2, 1.
        let sum = 2 * exp(2.0) + exp(1.0)
        for (label, power) in [("red", 2.0), ("green", 2.0), ("blue", 1.0)] {
            let score = try #require(result.scores[label])
            #expect(abs(score - exp(power) / sum) < 1e-5)
        }
        #expect(result.verdict.sensitivity == .safe)
        let strict = try await text.classifier(threshold: 0.4).analyze(Self.plain(104, 70, 50))
        #expect(strict.verdict.sensitivity == .sensitive)
        #expect(strict.verdict.contentTypes == [.goreOrViolence, .nudity])
    }

    @Test(.timeLimit(.minutes(1))) func interleavedBytesAndANamedOutput() async throws {
        let result = try await nhwc.classifier().analyze(Self.plain(204, 51, 0))
        #expect(result.scores.mapValues { ($0 * 255).rounded() } == ["red": 204, "green": 51, "blue": 0])
        #expect(result.verdict.contentTypes == [.goreOrViolence])
        let swapped = try await nhwc.setting("input.channels", "BGR").classifier().analyze(Self.plain(204, 51, 0))
        #expect(swapped.scores.mapValues { ($0 * 255).rounded() } == ["red": 0, "green": 51, "blue": 204])
    }

    @Test(.timeLimit(.minutes(1))) func fittingLeavesBlackAround() async throws {
        // 16 by 4 fits 8 by 8 as 8 by 2: a quarter of the input, the rest black.
        let result = try await nhwc.setting("preprocessing.rule", "fit").classifier().analyze(Self.plain(240, 120, 0))
        #expect(result.scores.mapValues { ($0 * 255).rounded() } == ["red": 60, "green": 30, "blue": 0])
    }

    @Test(.timeLimit(.minutes(1))) func cropKeepsTheMiddle() async throws {
        // Red above and below, green in the middle half; resized to 8 by 16, the middle 8 lines are kept.
        let bytes = (0..<16).flatMap { line -> [UInt8] in
            (0..<8).flatMap { _ -> [UInt8] in (4..<12).contains(line) ? [0, 255, 0] : [255, 0, 0] }
        }
        let picture = SamplePicture(width: 8, height: 16, channels: .rgb, bytes: bytes)
        let result = try await nhwc.setting("preprocessing.height", 16).classifier().analyze(picture)
        #expect(result.scores.mapValues { ($0 * 255).rounded() } == ["red": 0, "green": 255, "blue": 0])
    }

    @Test(.timeLimit(.minutes(1))) func aModelThatGivesNoNumbersThrows() async throws {
        let broken = try DescriptionText.meansNCHW.setting("onnx", "broken.onnx").setting("precision", "f32")
            .classifier()
        #expect(await broken.availability() == .available)
        await #expect(throws: AnalyzerError.self) { try await broken.analyze(Self.plain(1, 2, 3)) }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("onnx", "nothere.onnx", ["nothere.onnx", "not found", "scripts/bootstrap", "Fixtures/tiny-models"]),
            ("onnx", "make", ["make"]),
            ("sha256", String(repeating: "0", count: 64), ["SHA-256", "not the model"]),
            ("input.name", "image", ["no input called image", "pixels"]),
            ("input.layout", "NHWC", ["NHWC", "[1, 8, 8, 3]"]),
            ("output.name", "scores", ["no output called scores", "logits"]),
        ])
    func aModelThatIsNotAsDescribedIsUnavailable(key: String, value: String, words: [String]) async throws {
        let classifier = try DescriptionText.meansNCHW.setting(key, value).classifier()
        #expect(classifier.unavailability == nil)
        #expect(await classifier.availability() == .unavailable(.missingFramework))
        let message = try #require(classifier.unavailability)
        #expect(!message.contains("\n"))
        for word in words { #expect(message.contains(word), "\(message)") }
        await #expect(throws: AnalyzerError.self) { try await classifier.analyze(Self.plain(0, 0, 0)) }
    }

    @Test(.timeLimit(.minutes(1))) func wrongTypeAndWrongLabelCount() async throws {
        let type = try DescriptionText.meansNCHW.setting("input.elementType", "u8").classifier()
        #expect(throws: AnalyzerError.self) { try type.prepare() }
        let labels = [["name": "a", "contentTypes": ["nudity"]] as [String: Any], ["name": "b"]]
        let count = try DescriptionText.meansNCHW.setting("output.labels", labels).classifier()
        let error = try #require(throws: AnalyzerError.self) { try count.prepare() }
        #expect(error.description.contains("does not give 2 scores"))
        let several = try nhwc.setting("output.name", nil).classifier()
        let which = try #require(throws: AnalyzerError.self) { try several.prepare() }
        #expect(which.description.contains("features") && which.description.contains("shares"))
    }

    @Test(.timeLimit(.minutes(1))) func withoutARuntimeItIsUnavailableAndSaysWhy() async throws {
        var locator = ResourceLocator.current
        locator.environment[ResourceLocator.runtimeVariable] = "/nonexistent"
        let classifier = try DescriptionText.meansNCHW.classifier(locator: locator)
        #expect(await classifier.availability() == .unavailable(.missingFramework))
        let message = try #require(classifier.unavailability)
        #expect(message.contains("SAFEMEDIA_OPENVINO=/nonexistent") && message.contains("scripts/bootstrap"))
    }

    @Test(.timeLimit(.minutes(1))) func aLibraryThatIsNotOpenVINOIsRefused() async throws {
        var locator = ResourceLocator.current
        locator.environment[ResourceLocator.runtimeVariable] = Fixture.root.appendingPathComponent("Package.swift").path
        let classifier = try DescriptionText.meansNCHW.classifier(locator: locator)
        let error = try #require(throws: AnalyzerError.self) { try classifier.prepare() }
        #expect(error.description.contains("cannot be used") && error.description.contains("Package.swift"))
    }

    /// What was missing may have been put there since.
    @Test(.timeLimit(.minutes(1))) func availabilityIsTriedAgain() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("analyzers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        guard case .classifier(let description) = try DescriptionText.meansNCHW.description() else { return }
        let classifier = try ONNXClassifier(description, directory: folder, threshold: nil, threads: 1)
        #expect(await classifier.availability() == .unavailable(.missingFramework))
        try Fixture.data("tiny-models/means-nchw.onnx").write(to: folder.appendingPathComponent("means-nchw.onnx"))
        #expect(await classifier.availability() == .available)
        #expect(classifier.unavailability == nil)
    }

    @Test(.timeLimit(.minutes(1))) func severalPipelinesShareOneModel() async throws {
        let classifier = try nhwc.classifier()
        try await withThrowingTaskGroup(of: (UInt8, Double).self) { group in
            for red in stride(from: UInt8(0), to: 250, by: 5) {
                group.addTask { (red, try await classifier.analyze(Self.plain(red, 0, 0)).scores["red"] ?? -1) }
            }
            for try await (red, score) in group { #expect((score * 255).rounded() == Double(red)) }
        }
    }
}
