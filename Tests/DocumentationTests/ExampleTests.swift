import Foundation
import Testing

/// The examples do what the documentation says of them. The clip has 150 frames in 6 s, and shows a test pattern from 2 s
/// to 3.5 s: frames 50 to 87.
struct ExampleTests {
    private static let clip = Repository.root.appendingPathComponent("Fixtures/media/demo.mp4").path

    /// Runs an example from the clip to a file of its own.
    private func run(_ name: String) async throws -> Program.Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appendingPathComponent("safe.mp4").path
        let outcome = try await Program(name).run([Self.clip, output])
        let size = try FileManager.default.attributesOfItem(atPath: output)[.size] as? Int
        #expect((size ?? 0) > 10_000)
        return outcome
    }

    /// The number of concealed frames that the last line tells.
    private func concealed(_ outcome: Program.Outcome) throws -> Int {
        let line = try #require(outcome.lines.last)
        #expect(line.hasSuffix(" of 150 frames are concealed"))
        return try #require(line.split(separator: " ").first.flatMap { Int($0) })
    }

    /// A real model judges here too, which takes a while in a build with a sanitizer.
    @Test(.timeLimit(.minutes(5))) func embeddingConcealsThePatternAndOpensAgain() async throws {
        let outcome = try await run("Embedding")
        #expect(outcome.status == 0)
        #expect(outcome.lines.contains { $0.hasPrefix("decided: blurWithReveal, because of") })
        // 38 frames show the pattern; the stream is clear again a second after it, at the latest by 5 s.
        #expect((38...80).contains(try concealed(outcome)))
    }

    @Test(.timeLimit(.minutes(1))) func anOwnMainLoopServesTheEngine() async throws {
        let outcome = try await run("OwnMainLoop")
        #expect(outcome.status == 0)
        #expect(outcome.lines.contains("decided: interruptVideo"))
        // The policy closes the gate for good.
        #expect((100...110).contains(try concealed(outcome)))
    }

    @Test(.timeLimit(.minutes(1))) func anOwnEngineDecides() async throws {
        let outcome = try await run("OwnEngine")
        #expect(outcome.status == 0)
        #expect(outcome.lines.starts(with: ["preparing", "attached; no frame has been judged yet"]))
        #expect(outcome.lines.contains("decided: blurWithReveal"))
        // Nobody continues.
        #expect((100...110).contains(try concealed(outcome)))
    }

    @Test(.timeLimit(.minutes(1))) func pushedFramesComeBackClear() async throws {
        let outcome = try await Program("PushedFrames").run([])
        #expect(outcome.status == 0)
        #expect(outcome.lines == ["50 clear frames, 0 concealed"])
    }
}
