import Foundation
import SafeMediaFrames
import SafeMediaKit

@testable import SafeMediaStream

/// A short video in a temporary file, of plain grey pictures.
final class Clip: Sendable {
    let url: URL

    /// - Parameter levels: each picture's luma; 25 pictures a second.
    @MainActor
    init(_ levels: [UInt8], ending: String = "mkv") async throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("clip-\(UUID().uuidString).\(ending)")
        let feed = try TestPicture.makeFeed()
        var configuration = StreamConfiguration(
            input: .frames(feed), output: .path(url.path), analyzers: [ScriptedModel { _ in .clear }])
        configuration.isLive = false
        let control = try await StreamPipeline(configuration).start(policy: .teenMessaging) { _ in }
        PipelineThread.start("pusher") {
            for (index, level) in levels.enumerated() {
                _ = try? feed.push(at: TestPicture.time(index)) { picture in
                    for (number, plane) in picture.planes.enumerated() {
                        let size = number == 0 ? TestPicture.height : TestPicture.height / 2
                        let width = number == 0 ? TestPicture.width : TestPicture.width / 2
                        for y in 0..<size {
                            plane.line(y).initializeMemory(
                                as: UInt8.self, repeating: number == 0 ? level : 128, count: width)
                        }
                    }
                }
            }
            feed.finish()
        }
        _ = try await control.waitForCompletion()
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// A temporary file of these bytes.
final class TemporaryFile: Sendable {
    let url: URL

    init(_ bytes: [UInt8], ending: String) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("file-\(UUID().uuidString).\(ending)")
        try Data(bytes).write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// Files that the repository holds.
enum Fixture {
    static func url(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/\(path)")
    }
}
