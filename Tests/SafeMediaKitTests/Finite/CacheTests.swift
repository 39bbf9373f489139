import Foundation
import SafeMediaKit
import SafeMediaKitTesting
import Testing

/// A folder that is removed with its owner.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("kit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ text: String, to name: String, changed seconds: Double) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: file.path)
        return file
    }
}

@Suite struct CacheTests {
    @Test func keyNamesPathSizeAndDate() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("12345", to: "a picture.png", changed: 1_700_000_000)
        let expected = "file:\(file.path)|size:5|mtime:1700000000.0"
        #expect(SafeMediaCacheKeyFactory.fileURL(file).rawValue == expected)
    }

    @Test func keyStandardisesThePath() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("1", to: "a", changed: 10)
        let detour = URL(fileURLWithPath: folder.url.path + "/./b/../a")
        #expect(SafeMediaCacheKeyFactory.fileURL(detour) == SafeMediaCacheKeyFactory.fileURL(file))
    }

    @Test func keyChangesWithTheFile() throws {
        let folder = try TemporaryFolder()
        let first = SafeMediaCacheKeyFactory.fileURL(try folder.write("1", to: "a", changed: 10))
        let longer = SafeMediaCacheKeyFactory.fileURL(try folder.write("12", to: "a", changed: 10))
        let later = SafeMediaCacheKeyFactory.fileURL(try folder.write("1", to: "a", changed: 10.5))
        #expect(Set([first, longer, later]).count == 3)
    }

    @Test func keyOfALinkChangesWithItsTarget() throws {
        let folder = try TemporaryFolder()
        let target = try folder.write("1", to: "target", changed: 10)
        let link = folder.url.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        let before = SafeMediaCacheKeyFactory.fileURL(link)
        #expect(before.rawValue.hasPrefix("file:\(link.path)|size:1|"))
        _ = try folder.write("12", to: "target", changed: 20)
        #expect(SafeMediaCacheKeyFactory.fileURL(link).rawValue.hasSuffix("|size:2|mtime:20.0"))
    }

    @Test func keyOfNothingIsUnknown() throws {
        let folder = try TemporaryFolder()
        let missing = folder.url.appendingPathComponent("missing")
        #expect(
            SafeMediaCacheKeyFactory.fileURL(missing).rawValue == "file:\(missing.path)|size:unknown|mtime:unknown")
        let remote = try #require(URL(string: "https://example.invalid/etc/passwd"))
        #expect(SafeMediaCacheKeyFactory.fileURL(remote).rawValue.hasSuffix("|size:unknown|mtime:unknown"))
    }

    @Test func memoryStoresReplacesAndForgets() async {
        let known = SafeMediaCacheKey(rawValue: "known")
        let new = SafeMediaCacheKey(rawValue: "new")
        let cache = InMemorySafeMediaVerdictCache(verdicts: [known: .mockSafe])
        #expect(await cache.verdict(for: known) == .mockSafe)
        #expect(await cache.verdict(for: new) == nil)
        await cache.store(.mockSensitive, for: known)
        await cache.store(.mockSafe, for: new)
        #expect(await cache.verdict(for: known) == .mockSensitive)
        #expect(await cache.verdict(for: new) == .mockSafe)
        await cache.removeAll()
        #expect(await cache.verdict(for: known) == nil)
    }
}
