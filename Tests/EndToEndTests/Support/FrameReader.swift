import Foundation

/// Single frames of an output.
enum FrameReader {
    /// The luma of one frame, by its place in presentation order, scaled to the clip's size and to limited range.
    static func luma(of output: String, frame: Int, like clip: ClipDescription) async throws -> GrayPicture {
        try await luma(of: output, frame: frame, width: clip.width, height: clip.height)
    }

    static func luma(of output: String, frame: Int, width: Int, height: Int) async throws -> GrayPicture {
        let outcome = try await ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-i", output, "-map", "0:v:0", "-vf",
                "select=eq(n\\,\(frame)),scale=\(width):\(height):out_range=tv,format=yuv420p,extractplanes=y",
                "-frames:v", "1", "-f", "rawvideo", "pipe:1",
            ])
        guard outcome.succeeded, outcome.output.count == width * height else {
            throw ChildError.failed("ffmpeg", outcome)
        }
        return GrayPicture(width: width, height: height, pixels: outcome.output)
    }
}
