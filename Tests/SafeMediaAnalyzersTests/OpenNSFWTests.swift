import Foundation
import SafeMediaFrames
import SafeMediaKit
import Testing

@testable import SafeMediaAnalyzers

/// The real model on real pixels; `scripts/fetch-models` must have run.
@Suite(.serialized) struct OpenNSFWTests {
    /// What the reference implementation says of a generated picture.
    struct Expectation: Decodable, Sendable, CustomTestStringConvertible {
        var kind: GeneratedPicture.Kind
        var width: Int
        var height: Int
        var seed: Int
        var score: Double
        /// Without the lowest tenth, where the score asks for a closer look.
        var closer: Double?
        var sha256: String

        var testDescription: String { "\(kind) \(width)x\(height), seed \(seed)" }

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

    /// The largest difference measured is 2.3e-6.
    @Test(.timeLimit(.minutes(1)), arguments: try Expectation.all())
    func scoreIsTheReferences(_ expectation: Expectation) async throws {
        let picture = expectation.picture
        let digest = picture.bytes.withUnsafeBytes { SHA256Digest.hexadecimal(of: $0) }
        try #require(digest == expectation.sha256, "this is another picture")
        let result = try await analyzer().analyze(picture)
        let score = try #require(result.scores["nsfw"])
        #expect(abs(score - expectation.score) <= 0.0001)
        let closer = result.scores["nsfw-closer"]
        #expect((closer == nil) == (expectation.closer == nil))
        if let closer, let expected = expectation.closer { #expect(abs(closer - expected) <= 0.0001) }
        let isSensitive = max(expectation.score, expectation.closer ?? 0) >= 0.5
        #expect(result.verdict.sensitivity == (isSensitive ? .sensitive : .safe))
        #expect(result.verdict.contentTypes == (isSensitive ? [.nudity, .sexuallyExplicit] : []))
    }

    @Test(.timeLimit(.minutes(1))) func aCaptionHidesNothing() async throws {
        let picture = GeneratedPicture(kind: .captioned, width: 640, height: 480, seed: 174).sample
        let result = try await analyzer().analyze(picture)
        let (whole, closer) = (try #require(result.scores["nsfw"]), try #require(result.scores["nsfw-closer"]))
        #expect(whole < 0.48 && closer > 0.92)
        #expect(result.verdict.sensitivity == .sensitive && result.verdict.guidance.shouldInterruptVideo)
        // A threshold above what either scores leaves both scores to be read.
        let lax = try await ONNXClassifier.openNSFW(threshold: 0.99).analyze(picture)
        #expect(lax.scores == result.scores && lax.verdict.sensitivity == .safe)
    }

    @Test func thePicturesReachFromSafeToSensitive() throws {
        let scores = try Expectation.all().map(\.score)
        #expect(scores.count >= 30)
        #expect(scores.count { $0 < 0.1 } >= 10 && scores.count { $0 > 0.5 } >= 5)
        #expect(scores.count { $0 >= 0.1 && $0 <= 0.5 } >= 10)
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
