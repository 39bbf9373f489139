import Foundation
import Glibc

/// A folder of its own for whoever makes one, removed when it is let go.
final class TemporaryFolder: Sendable {
    let path: String

    init(_ purpose: String = "safemedia-test") throws {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(purpose)-\(UUID().uuidString.prefix(8).lowercased())")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        path = place.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String {
        path + "/" + name
    }

    /// One for all tests of this run, removed when the process ends.
    static func shared() throws -> String {
        try sharedFolder.get().path
    }

    private static let sharedFolder: Result<TemporaryFolder, any Error> = Result {
        let folder = try TemporaryFolder("safemedia-tests")
        // A static is never let go.
        atexit { if let path = try? TemporaryFolder.shared() { try? FileManager.default.removeItem(atPath: path) } }
        return folder
    }
}

/// The repository these tests were built from.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func file(_ path: String) -> String {
        root.appendingPathComponent(path).path
    }
}
