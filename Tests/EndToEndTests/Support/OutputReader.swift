import Foundation

/// Decodes an output with the ffmpeg program and says what can be seen and heard in it.
enum OutputReader {
    /// Sound is judged in steps of so many seconds.
    static let window = 0.01
    private static let sampleRate = 48_000

    /// - Parameters:
    ///   - input: options of ffmpeg before the output's name.
    ///   - filter: undoes what was done to the clip's pictures.
    static func report(
        on output: String, madeFrom clip: ClipDescription, input: [String] = [], filter: String = "null"
    ) async throws -> OutputReport {
        let facts = try await probe(output)
        let pictures = try await pictures(of: output, clip, input, filter)
        let loudness: [Float]? = facts.hasSound ? try await loudness(of: output) : nil
        return OutputReport(clip: clip, pictures: pictures, times: facts.times, loudness: loudness)
    }

    /// Only the strip and, above it, as many rows from the frame's top are taken from ffmpeg.
    private static func pictures(
        of output: String, _ clip: ClipDescription, _ input: [String], _ filter: String
    ) async throws -> [ReadPicture] {
        let (width, height, barcode) = (clip.width, clip.height, clip.barcode)
        let rows = barcode.stripHeight
        let flash = SyncFlash(barcode)
        let graph =
            "\(filter),scale=\(width):\(height),format=gray,split[a][b];[a]crop=\(width):\(rows):0:0[top];"
            + "[b]crop=\(width):\(rows):0:\(height - rows)[strip];[top][strip]vstack"
        let raw = try await decode(
            output, ["-map", "0:v:0", "-vf", graph, "-vsync", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo"],
            input: input)
        let size = width * rows * 2
        return raw.withUnsafeBytes { raw in
            (0..<raw.count / size).map { index in
                let top = UnsafeRawBufferPointer(rebasing: raw[index * size..<index * size + size / 2])
                let strip = UnsafeRawBufferPointer(rebasing: raw[index * size + size / 2..<(index + 1) * size])
                let square = flash.offset + 4..<flash.side
                return ReadPicture(
                    number: barcode.read(strip), isLit: barcode.mean(top, rows: square, columns: square) > 128)
            }
        }
    }

    /// The root mean square of each window, all channels mixed, holes in the sound filled with silence.
    private static func loudness(of output: String) async throws -> [Float] {
        let raw = try await decode(
            output,
            [
                "-map", "0:a:0", "-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", "\(sampleRate)", "-f",
                "f32le",
            ])
        let count = Int(window * Double(sampleRate))
        return raw.withUnsafeBytes { raw in
            let samples = raw.bindMemory(to: Float.self)
            return (0..<samples.count / count).map { index in
                var sum: Float = 0
                for position in index * count..<(index + 1) * count { sum += samples[position] * samples[position] }
                return (sum / Float(count)).squareRoot()
            }
        }
    }

    private static func decode(
        _ output: String, _ arguments: [String], input: [String] = []
    ) async throws -> [UInt8] {
        let outcome = try await ChildProcess.run(
            "ffmpeg", ["-v", "error"] + input + ["-i", output] + arguments + ["pipe:1"])
        guard outcome.succeeded else { throw ChildError.failed("ffmpeg", outcome) }
        return outcome.output
    }

    private static func probe(_ output: String) async throws -> (times: [Double], hasSound: Bool) {
        let outcome = try await ChildProcess.run(
            "ffprobe",
            [
                "-v", "error", "-show_entries",
                "stream=codec_type:format=start_time:frame=media_type,best_effort_timestamp_time", "-of", "json",
                output,
            ])
        guard outcome.succeeded else { throw ChildError.failed("ffprobe", outcome) }
        let found = try JSONDecoder().decode(ProbedFile.self, from: Data(outcome.output))
        // The axis on which ffmpeg itself gives the sound.
        let start = found.format?.startTime.flatMap(Double.init) ?? 0
        let times = (found.frames ?? []).filter { $0.mediaType == "video" }.compactMap {
            $0.time.flatMap(Double.init).map { $0 - start }
        }
        return (times, found.streams.contains { $0.codecType == "audio" })
    }
}

/// The part of ffprobe's answer that is read here; numbers come as text.
private struct ProbedFile: Decodable {
    struct Format: Decodable {
        var startTime: String?
        enum CodingKeys: String, CodingKey { case startTime = "start_time" }
    }
    struct Stream: Decodable {
        var codecType: String
        enum CodingKeys: String, CodingKey { case codecType = "codec_type" }
    }
    struct Frame: Decodable {
        /// Subtitles have none.
        var mediaType: String?
        var time: String?
        enum CodingKeys: String, CodingKey {
            case mediaType = "media_type"
            case time = "best_effort_timestamp_time"
        }
    }
    var format: Format?
    var streams: [Stream]
    var frames: [Frame]?
}
