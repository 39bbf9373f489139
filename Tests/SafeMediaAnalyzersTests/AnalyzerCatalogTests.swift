import Foundation
import SafeMediaFrames
import Testing

@testable import SafeMediaAnalyzers

@Suite struct AnalyzerCatalogTests {
    @Test func names() throws {
        #expect(try AnalyzerCatalog.analyzer(named: "test-pattern") is TestPatternAnalyzer)
        let model = try AnalyzerCatalog.analyzer(named: "open-nsfw", threshold: 0.7, threads: 2)
        #expect(model is ONNXClassifier && model.name == "open-nsfw")
        #expect(model.sampleFormat.channels == .rgb)
        let file = Fixture.root.appendingPathComponent("Models/open-nsfw.json").path
        #expect(try AnalyzerCatalog.analyzer(named: file).name == "open-nsfw")
    }

    @Test(arguments: ["nsfw", " ", "/nonexistent.json", "model.onnx"])
    func unknownNamesSayWhatThereIs(_ name: String) throws {
        let error = try #require(throws: AnalyzerError.self) { try AnalyzerCatalog.analyzer(named: name) }
        #expect(error.description.contains(name))
    }

    @Test func thresholdsMustMakeSense() {
        for threshold in [-0.1, 1.1, .nan, .infinity] {
            #expect(throws: AnalyzerError.self) {
                try AnalyzerCatalog.analyzer(named: "open-nsfw", threshold: threshold)
            }
        }
        #expect(throws: AnalyzerError.self) { try AnalyzerCatalog.analyzer(named: "test-pattern", threshold: 0.5) }
    }

    @Test(.timeLimit(.minutes(1))) func aDescribedTestPatternWaits() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("slow-\(UUID().uuidString).json")
        try Data(#"{"kind": "test-pattern", "delay": 0.05}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let analyzer = try AnalyzerCatalog.analyzer(named: file.path)
        let start = ContinuousClock.now
        _ = try await analyzer.analyze(SamplePicture(width: 1, height: 1, channels: .gray, bytes: [0]))
        #expect(ContinuousClock.now - start >= .milliseconds(50))
    }
}
