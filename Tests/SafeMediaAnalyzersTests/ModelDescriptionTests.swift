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
        #expect(
            description.closerLook
                == CloserLook(from: 0.03, crops: [PictureCrop(x: 0, y: 0, width: 1, height: 0.9)]))
        #expect(description.labels.map(\.contentTypes) == [[], [.nudity, .sexuallyExplicit]])
    }

    @Test func defaults() throws {
        guard case .classifier(let description) = try DescriptionText.meansNCHW.description() else {
            Issue.record("not a classifier")
            return
        }
        #expect(description.precision == .auto)
        #expect(description.combination == .max)
        #expect(description.closerLook == nil)
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
        Mistake(key: "closerLook", json: "null", words: ["closerLook", "null"]),
        Mistake(key: "closerLook", json: "{}", words: ["closerLook", "no \"from\""]),
        Mistake(key: "closerLook", json: #"{"from": 0.1}"#, words: ["closerLook", "no \"crops\""]),
        Mistake(key: "closerLook.form", json: "0.1", words: ["closerLook.form", "not a key", "crops, from"]),
        Mistake(key: "closerLook", json: closerLook(from: "-0.1"), words: ["closerLook.from", "0.0 to 1.0"]),
        Mistake(key: "closerLook", json: closerLook(from: "0.6"), words: ["closerLook", "0.6", "not below"]),
        Mistake(key: "closerLook", json: closerLook(crop: nil), words: ["closerLook.crops", "1 to 8"]),
        Mistake(
            key: "closerLook", json: closerLook(crop: #""x": 0, "y": 0, "width": 1"#),
            words: ["closerLook.crops[0]", "no \"height\""]),
        Mistake(
            key: "closerLook", json: closerLook(crop: #""x": 0, "y": 0, "width": 1, "height": 0"#),
            words: ["closerLook.crops[0].height", "0.01 to 1.0"]),
        Mistake(
            key: "closerLook", json: closerLook(crop: #""x": -1e300, "y": 0, "width": 1, "height": 0.5"#),
            words: ["closerLook.crops[0].x", "0.0 to 1.0"]),
        Mistake(
            key: "closerLook", json: closerLook(crop: #""x": 0.2, "y": 0, "width": 0.81, "height": 1"#),
            words: ["closerLook.crops[0].width", "right edge"]),
        Mistake(
            key: "closerLook", json: closerLook(crop: #""x": 0, "y": 0.2, "width": 1, "height": 0.81"#),
            words: ["closerLook.crops[0].height", "lower edge"]),
        Mistake(
            key: "closerLook", json: closerLook(crop: #""x": 0, "y": 0, "width": 1, "height": 1"#),
            words: ["closerLook.crops[0]", "whole picture"]),
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

    private static func closerLook(
        from: String = "0.1", crop: String? = #""x": 0, "y": 0, "width": 1, "height": 0.9"#
    ) -> String {
        #"{"from": \#(from), "crops": [\#(crop.map { "{\($0)}" } ?? "")]}"#
    }

    /// What a closer look reports must not be taken for the whole picture's.
    @Test func aLabelOfTheCloserLooksNameIsRefused() throws {
        let labels: [[String: Any]] = [["name": "a", "contentTypes": ["nudity"]], ["name": "a-closer"]]
        let crop = ["x": 0.1, "y": 0.2, "width": 0.9, "height": 0.8]
        let text = DescriptionText.meansNCHW.setting("closerLook", ["from": 0.1, "crops": [crop]])
        #expect(throws: Never.self) { try text.description() }
        let error = try #require(throws: AnalyzerError.self) {
            try text.setting("output.labels", labels).description()
        }
        #expect(error.description.contains("closerLook reports as \"a-closer\""))
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
