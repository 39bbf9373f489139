public import Foundation

/// Makes cache keys for files.
public enum SafeMediaCacheKeyFactory {
    /// The key `file:PATH|size:N|mtime:SECONDS`, of the standardised path, the size in bytes and the time of the last
    /// change in seconds since 1970.
    ///
    /// What cannot be read is `unknown`. A key with two unknowns does not change when the file does: give the engine a
    /// key of your own then.
    public static func fileURL(_ url: URL) -> SafeMediaCacheKey {
        key(url, FileMetadata(url))
    }

    /// The key an engine uses for a source it was given no key for; nil means that nothing is cached.
    static func derivedKey(for source: SafeMediaSource) -> SafeMediaCacheKey? {
        switch source {
        case .imageFile(let url), .videoFile(let url):
            let metadata = FileMetadata(url)
            return metadata.isUnknown ? nil : key(url, metadata)
        case .image:
            return nil
        }
    }

    private static func key(_ url: URL, _ metadata: FileMetadata) -> SafeMediaCacheKey {
        let size = metadata.size.map { "\($0)" } ?? "unknown"
        let changed = metadata.changed.map { "\($0)" } ?? "unknown"
        return SafeMediaCacheKey(rawValue: "file:\(url.standardizedFileURL.path)|size:\(size)|mtime:\(changed)")
    }
}

/// What the file system says of a file.
private struct FileMetadata {
    /// In bytes.
    var size: UInt64?
    /// In seconds since 1970.
    var changed: Double?

    var isUnknown: Bool { size == nil && changed == nil }

    init(_ url: URL) {
        guard url.isFileURL else { return }
        // A link's own size and date stay the same when the file behind it changes, so the file is asked.
        let path = url.standardizedFileURL.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
        size = (attributes[.size] as? NSNumber)?.uint64Value
        changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970
    }
}
