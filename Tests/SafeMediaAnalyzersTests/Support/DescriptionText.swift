import Foundation
import SafeMediaFrames

@testable import SafeMediaAnalyzers

/// The description of one of the tiny models as JSON, to be changed key by key.
struct DescriptionText {
    var fields: [String: Any]

    /// `Fixtures/tiny-models/means-nchw.onnx`: three logits, the channels' means.
    static var meansNCHW: DescriptionText {
        DescriptionText(fields: [
            "kind": "classifier", "name": "tiny", "onnx": "means-nchw.onnx",
            "input": ["layout": "NCHW", "width": 8, "height": 8, "channels": "RGB"],
            "preprocessing": ["rule": "stretch", "width": 8, "height": 8],
            "output": [
                "activation": "softmax",
                "labels": [
                    ["name": "red", "contentTypes": ["goreOrViolence"]],
                    ["name": "green", "contentTypes": ["nudity"]], ["name": "blue"],
                ],
            ],
            "thresholds": ["sensitive": 0.6],
        ])
    }

    /// Sets the value at a path such as `input.width`; nil removes the key.
    func setting(_ path: String, _ value: Any?) -> DescriptionText {
        func set(_ fields: inout [String: Any], _ keys: ArraySlice<String>) {
            guard let key = keys.first else { return }
            if keys.count == 1 {
                fields[key] = value
            } else {
                var inner = fields[key] as? [String: Any] ?? [:]
                set(&inner, keys.dropFirst())
                fields[key] = inner
            }
        }
        var result = self
        set(&result.fields, path.split(separator: ".").map(String.init)[...])
        return result
    }

    func description() throws -> ModelDescription {
        try ModelDescription(json: try JSONSerialization.data(withJSONObject: fields), file: "tiny.json")
    }

    func classifier(
        threshold: Double? = nil, locator: ResourceLocator = .current
    ) throws -> ONNXClassifier {
        guard case .classifier(let description) = try description() else { throw AnalyzerError("not a classifier") }
        return try ONNXClassifier(
            description, directory: Fixture.root.appendingPathComponent("Fixtures/tiny-models"), threshold: threshold,
            threads: 1, locator: locator)
    }
}
