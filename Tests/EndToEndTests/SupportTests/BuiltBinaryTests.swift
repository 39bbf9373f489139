import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BuiltBinaryTests {
    @Test func theCommandStandsBesideTheTests() throws {
        let path = try #require(BuiltBinary.path)
        #expect(path.hasSuffix("/safemedia-stream"))
        #expect(FileManager.default.isExecutableFile(atPath: path))
    }

    @Test func theCommandRuns() async throws {
        let outcome = try await BuiltBinary.run(["--version"])
        #expect(outcome.status == .exited(0))
        #expect(outcome.text.contains("safemedia-stream"))
    }
}
