import Foundation
package import SafeMediaFrames

/// The models by the names a user gives them.
package enum AnalyzerCatalog {
    /// The names of the models that need no description file.
    package static let names = ["open-nsfw", "test-pattern"]

    /// The analyzer called `name`: one of `names`, or the path of a description file.
    ///
    /// The runtime is not opened yet; whether it is there, the analyzer's availability says.
    ///
    /// - Parameters:
    ///   - threshold: overrides the description's threshold for sensitive; refused by the test pattern.
    ///   - threads: threads of one inference.
    package static func analyzer(
        named name: String, threshold: Double? = nil, threads: Int = 1
    ) throws(AnalyzerError) -> any FrameAnalyzing {
        switch name {
        case "open-nsfw":
            return try ONNXClassifier.openNSFW(threshold: threshold, threads: threads)
        case "test-pattern":
            return try testPattern(TestPatternAnalyzer(), threshold: threshold)
        default:
            guard name.hasSuffix(".json") else {
                throw AnalyzerError(
                    "there is no model \"\(name)\"; give \(names.joined(separator: ", ")), or the path of a MODEL.json")
            }
        }
        let file = URL(fileURLWithPath: name)
        switch try ModelDescription(contentsOf: file) {
        case .classifier(let description):
            return try ONNXClassifier(
                description, directory: file.deletingLastPathComponent(), threshold: threshold, threads: threads)
        case .testPattern(let description):
            let analyzer = TestPatternAnalyzer(
                delay: .seconds(description.delay), mutesAudio: description.mutesAudio)
            return try testPattern(analyzer, threshold: threshold)
        }
    }

    private static func testPattern(
        _ analyzer: TestPatternAnalyzer, threshold: Double?
    ) throws(AnalyzerError) -> TestPatternAnalyzer {
        guard threshold == nil else { throw AnalyzerError("test-pattern has no scores, and so no threshold") }
        return analyzer
    }
}
