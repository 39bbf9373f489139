import Foundation
import SafeMediaKit
import Testing

@testable import SafeMediaAnalyzers

@Suite struct ModelDescriptionTests {
    @Test func theEmbeddedDefaultIsTheFile() throws {
        let file = Fixture.root.appendingPathComponent("Models/open-nsfw.json")
        #expect(EmbeddedModels.openNSFW == (try String(contentsOf: file, encoding: .utf8)))
        guard case .classifier(let description) = try ModelDescription(contentsOf: file) else {
            Issue.record("not a classifier")
            return
        }
        #expect(description.sensitiveFrom == 0.5)
        #expect(description.input.mean == [104, 117, 123])
        #expect(description.preprocessing.jpegQuality == 75)
        #expect(description.labels.map(\.contentTypes) == [[], [.nudity, .sexuallyExplicit]])
    }

    @Test func defaults() throws {
        guard case .classifier(let description) = try DescriptionText.meansNCHW.description() else {
            Issue.record("not a classifier")
            return
        }
        #expect(description.precision == .auto)
        #expect(description.combination == .max)
        #expect(description.unknownFrom == nil && description.sha256 == nil && description.output == nil)
        #expect(description.input.mean == [0, 0, 0] && description.input.scale == [1, 1, 1])
        #expect(description.input.elementType == .f32)
        #expect(description.preprocessing.filter == .bilinear)
        #expect(
            description.guidance
                == SafeMediaGuidance(
                    shouldIndicateSensitivity: true, shouldInterruptVideo: true, shouldMuteAudio: false))
    }

    @Test func testPatternKind() throws {
        let json = Data(#"{"kind": "test-pattern", "delay": 0.25, "mutesAudio": true}"#.utf8)
        guard case .testPattern(let description) = try ModelDescription(json: json, file: "x") else {
            Issue.record("not the test pattern")
            return
        }
        #expect(description.delay == 0.25 && description.mutesAudio)
    }

    /// What is wrong, the key to blame, and a word of the complaint.
    struct Mistake: Sendable, CustomStringConvertible {
        var key: String
        var json: String
        var words: [String]
        var description: String { "\(key) \(json)" }
    }

    @Test(arguments: [
        Mistake(key: "kind", json: #""detector""#, words: ["kind", "detector", "classifier"]),
        Mistake(key: "treshold", json: "1", words: ["treshold", "not a key"]),
        Mistake(key: "input.widht", json: "8", words: ["input.widht", "not a key"]),
        Mistake(key: "input.width", json: "0", words: ["input.width", "1 to 4096"]),
        Mistake(key: "input.width", json: "-9223372036854775808", words: ["input.width"]),
        Mistake(key: "input.width", json: "1e300", words: ["out of range"]),
        Mistake(key: "input.width", json: #""8""#, words: ["input.width", "Int"]),
        Mistake(key: "input.width", json: "null", words: ["input.width"]),
        Mistake(key: "input.layout", json: #""nchw""#, words: ["input.layout", "NHWC, NCHW"]),
        Mistake(key: "input.channels", json: #""GBR""#, words: ["input.channels", "RGB, BGR"]),
        Mistake(key: "input.mean", json: "[1, 2]", words: ["input.mean", "three"]),
        Mistake(key: "input.scale", json: "[1, 0, 1]", words: ["input.scale", "zero"]),
        Mistake(key: "preprocessing.width", json: "7", words: ["preprocessing", "less than"]),
        Mistake(key: "preprocessing.rule", json: #""crop""#, words: ["preprocessing.rule", "stretch, fit"]),
        Mistake(key: "preprocessing.jpegQuality", json: "75", words: ["jpegQuality", "multiples of 16"]),
        Mistake(key: "output.labels", json: "[]", words: ["output.labels", "contentTypes"]),
        Mistake(
            key: "output.labels", json: #"[{"name": "a", "contentTypes": ["porn"]}]"#,
            words: ["output.labels[0].contentTypes", "porn", "nudity"]),
        Mistake(
            key: "output.labels", json: #"[{"name": "a", "contentTypes": ["nudity"]}, {"name": "a"}]"#,
            words: ["output.labels", "twice"]),
        Mistake(key: "thresholds.sensitive", json: "1.5", words: ["thresholds.sensitive", "0.0 to 1.0"]),
        Mistake(key: "thresholds.unknown", json: "0.9", words: ["thresholds.unknown", "0.6"]),
        Mistake(key: "thresholds", json: "{}", words: ["thresholds", "no \"sensitive\""]),
        Mistake(key: "onnx", json: #""""#, words: ["onnx", "empty"]),
        Mistake(key: "sha256", json: #""abc""#, words: ["sha256", "64"]),
        Mistake(key: "guidance.mute", json: "true", words: ["guidance.mute", "not a key"]),
    ])
    func mistakesAreNamed(_ mistake: Mistake) throws {
        let value = try JSONSerialization.jsonObject(with: Data(mistake.json.utf8), options: .fragmentsAllowed)
        let text = DescriptionText.meansNCHW.setting(mistake.key, value)
        let error = try #require(throws: AnalyzerError.self) { try text.description() }
        #expect(error.description.hasPrefix("tiny.json: "))
        #expect(!error.description.contains("\n"))
        for word in mistake.words { #expect(error.description.contains(word), "\(error)") }
    }

    @Test func u8TakesNoMean() throws {
        let text = DescriptionText.meansNCHW.setting("input.elementType", "u8").setting("input.mean", [1, 1, 1])
        let error = try #require(throws: AnalyzerError.self) { try text.description() }
        #expect(error.description.contains("input.elementType"))
    }

    @Test(arguments: ["", "[]", "{", "{}", "null", "\u{FEFF}"])
    func whatIsNoDescriptionIsRefused(_ json: String) {
        #expect(throws: AnalyzerError.self) { try ModelDescription(json: Data(json.utf8), file: "x.json") }
    }

    @Test func brokenJSONIsLocated() throws {
        let json = Data(#"{"kind": "classifier",, }"#.utf8)
        let error = try #require(throws: AnalyzerError.self) { try ModelDescription(json: json, file: "x.json") }
        #expect(error.description.contains("not valid JSON") && error.description.contains("character 22"))
    }

    @Test func missingFileIsNamed() throws {
        let file = URL(fileURLWithPath: "/nonexistent/model.json")
        let error = try #require(throws: AnalyzerError.self) { try ModelDescription(contentsOf: file) }
        #expect(error.description.contains("/nonexistent/model.json"))
    }
}
