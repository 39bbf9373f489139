import Foundation

/// The files of this repository, as they were when the tests were built.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Paths below a folder, from the root, of the files whose names end so.
    static func files(below folder: String, suffix: String) -> [String] {
        let start = root.appendingPathComponent(folder).path
        let found = FileManager.default.enumerator(atPath: start)?.compactMap { $0 as? String } ?? []
        return found.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }
}
