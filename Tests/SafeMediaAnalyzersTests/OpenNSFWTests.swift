import Foundation
import SafeMediaFrames
import SafeMediaKit
import Testing

@testable import SafeMediaAnalyzers

/// The real model on real pixels; `scripts/fetch-models` must have run.
@Suite(.serialized) struct OpenNSFWTests {
    /// What the reference implementation says of a generated picture.
    struct Expectation: Decodable, Sendable {
        var kind: GeneratedPicture.Kind
        var width: Int
        var height: Int
        var seed: Int
        var score: Double
        var sha256: String

        var picture: SamplePicture {
            GeneratedPicture(kind: kind, width: width, height: height, seed: seed).sample
        }

        static func all() throws -> [Expectation] {
            try JSONDecoder().decode([Expectation].self, from: try Fixture.data("open-nsfw/expected.json"))
        }
    }

    private static let shared = Result { try ONNXClassifier.openNSFW() }

    private func analyzer() async throws -> ONNXClassifier {
        let analyzer = try Self.shared.get()
        try #require(await analyzer.availability() == .available, "\(analyzer.unavailability ?? "")")
        return analyzer
    }

    @Test(.timeLimit(.minutes(1))) func scoresAreTheReferences() async throws {
        let analyzer = try await analyzer()
        let expectations = try Expectation.all()
        #expect(expectations.count >= 30)
        var worst = 0.0
        for expectation in expectations {
            let picture = expectation.picture
            let digest = picture.bytes.withUnsafeBytes { SHA256Digest.hexadecimal(of: $0) }
            try #require(digest == expectation.sha256, "\(expectation) is another picture")
            let result = try await analyzer.analyze(picture)
            let score = try #require(result.scores["nsfw"])
            worst = max(worst, abs(score - expectation.score))
            #expect(abs(score - expectation.score) <= 0.001, "\(expectation): \(score)")
            #expect(result.verdict.sensitivity == (expectation.score >= 0.5 ? .sensitive : .safe), "\(expectation)")
            #expect(result.verdict.contentTypes == (expectation.score >= 0.5 ? [.nudity, .sexuallyExplicit] : []))
        }
        print("worst difference from the reference: \(worst)")
    }

    @Test(.timeLimit(.minutes(1))) func sameAnswerEveryTimeAndFromEveryThread() async throws {
        let analyzer = try await analyzer()
        let two = try ONNXClassifier.openNSFW(threads: 2)
        let picture = GeneratedPicture(kind: .bodies, width: 320, height: 240, seed: 14).sample
        let first = try await analyzer.analyze(picture)
        try await withThrowingTaskGroup(of: FrameVerdict.self) { group in
            for index in 0..<12 {
                group.addTask { try await (index % 3 == 0 ? two : analyzer).analyze(picture) }
            }
            for try await verdict in group { #expect(verdict == first) }
        }
    }

    @Test(.timeLimit(.minutes(1))) func thresholdOverrides() async throws {
        let picture = GeneratedPicture(kind: .skin, width: 320, height: 240, seed: 21).sample
        let strict = try ONNXClassifier.openNSFW(threshold: 0.2)
        #expect(try await strict.analyze(picture).verdict.sensitivity == .sensitive)
        #expect(try await analyzer().analyze(picture).verdict.sensitivity == .safe)
        #expect(throws: AnalyzerError.self) { try ONNXClassifier.openNSFW(threshold: 1.5) }
        #expect(throws: AnalyzerError.self) { try ONNXClassifier.openNSFW(threshold: .nan) }
    }

    @Test(.timeLimit(.minutes(1))) func graySampleThrows() async throws {
        let analyzer = try await analyzer()
        let gray = SamplePicture(width: 1, height: 1, channels: .gray, bytes: [0])
        await #expect(throws: AnalyzerError.self) { try await analyzer.analyze(gray) }
    }
}
