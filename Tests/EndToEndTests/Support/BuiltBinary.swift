import Foundation

/// The `safemedia-stream` that was built together with these tests.
enum BuiltBinary {
    /// Beside the test bundle, which is this process's own program or named in its arguments.
    static let path: String? = {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let candidates = [own] + CommandLine.arguments.filter { $0.contains(".xctest") }
        return
            candidates
            .map {
                URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("safemedia-stream").path
            }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Starts it; see `ChildProcess.start`.
    static func start(
        _ arguments: [String], input: ChildProcess.Input = .nothing, environment: [String: String] = [:],
        limit: Duration = .seconds(50)
    ) throws -> ChildProcess {
        guard let path else { throw BuiltBinaryError.notBuilt }
        return try .start(path, arguments, input: input, environment: environment, limit: limit)
    }

    /// Runs it to its end.
    static func run(
        _ arguments: [String], input: ChildProcess.Input = .nothing, environment: [String: String] = [:],
        limit: Duration = .seconds(50)
    ) async throws -> ChildOutcome {
        try await start(arguments, input: input, environment: environment, limit: limit).outcome()
    }
}

enum BuiltBinaryError: Error, CustomStringConvertible {
    case notBuilt

    var description: String { "safemedia-stream does not stand beside the test bundle; run swift build --build-tests" }
}
