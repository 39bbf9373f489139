import Foundation

/// What ffprobe says of a file.
struct MediaFacts: Decodable, Sendable {
    struct Stream: Decodable, Sendable {
        struct SideData: Decodable, Sendable {
            var rotation: Int?
        }

        var codecType: String?
        var codecName: String?
        var profile: String?
        var width: Int?
        var height: Int?
        var pixelFormat: String?
        var sampleAspectRatio: String?
        var colorRange: String?
        var colorSpace: String?
        var colorTransfer: String?
        var colorPrimaries: String?
        var tags: [String: String]?
        var sideData: [SideData]?

        enum CodingKeys: String, CodingKey {
            case codecType = "codec_type"
            case codecName = "codec_name"
            case profile, width, height, tags
            case pixelFormat = "pix_fmt"
            case sampleAspectRatio = "sample_aspect_ratio"
            case colorRange = "color_range"
            case colorSpace = "color_space"
            case colorTransfer = "color_transfer"
            case colorPrimaries = "color_primaries"
            case sideData = "side_data_list"
        }

        var rotation: Int { sideData?.compactMap(\.rotation).first ?? 0 }
        var language: String? { tags?["language"] }
    }

    struct Chapter: Decodable, Sendable {
        var start: String
        var end: String
        var tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case start = "start_time"
            case end = "end_time"
            case tags
        }

        var title: String? { tags?["title"] }
    }

    struct Format: Decodable, Sendable {
        var tags: [String: String]?
    }

    var streams: [Stream]
    var chapters: [Chapter]
    var format: Format

    static func of(_ path: String) async throws -> MediaFacts {
        let outcome = try await ChildProcess.run(
            "ffprobe", ["-v", "error", "-show_streams", "-show_format", "-show_chapters", "-of", "json", path])
        guard outcome.succeeded else { throw ChildError.failed("ffprobe", outcome) }
        return try JSONDecoder().decode(MediaFacts.self, from: Data(outcome.output))
    }

    func streams(_ type: String) -> [Stream] { streams.filter { $0.codecType == type } }

    /// The one video stream.
    var video: Stream? { streams("video").first }
}

/// Runs the ffmpeg program to its end.
func ffmpeg(_ arguments: [String]) async throws {
    let outcome = try await ChildProcess.run("ffmpeg", ["-y", "-v", "error", "-nostdin"] + arguments)
    guard outcome.succeeded else { throw ChildError.failed("ffmpeg", outcome) }
}
