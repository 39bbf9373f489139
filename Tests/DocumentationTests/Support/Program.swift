import Foundation

/// A program that was built together with these tests.
struct Program {
    /// What a run printed, and how it ended.
    struct Outcome {
        let status: Int32
        let lines: [String]
    }

    private struct NotBuilt: Error {
        let name: String
    }

    let url: URL

    /// Beside the test bundle, which is this process's own program or named in its arguments.
    init(_ name: String) throws {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let places = [own] + CommandLine.arguments.filter { $0.contains(".xctest") }
        let candidates = places.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(name)
        }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw NotBuilt(name: name)
        }
        url = found
    }

    /// Runs it to its end.
    func run(_ arguments: [String]) async throws -> Outcome {
        let process = Process()
        let output = Pipe()
        process.executableURL = url
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        // A few lines: they wait in the pipe.
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return Outcome(status: status, lines: text.split(separator: "\n").map(String.init))
    }
}
