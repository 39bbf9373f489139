import Foundation

/// Waits for what nobody tells of: a file that grows, a socket that appears.
///
/// - Returns: false where it has not come true in time.
func eventually(within limit: Duration = .seconds(20), _ isTrue: () throws -> Bool) async throws -> Bool {
    let start = ContinuousClock.now
    while try !isTrue() {
        guard ContinuousClock.now - start < limit else { return false }
        // The pace of asking, no guess at how long it takes.
        try await Task.sleep(for: .milliseconds(10))
    }
    return true
}

/// A file's size in bytes; 0 where there is none.
func fileSize(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? 0
}
