import Foundation

/// GStreamer's RTSP server, with a clip to play and a place to publish to. Ends when it is let go.
final class RTSPServer: Sendable {
    /// The clip, in a loop and at its own speed.
    let playURL: String
    /// Takes H.264, and AAC where the clip has it.
    let publishURL: String
    /// The MPEG-TS file that a published stream is written to.
    let recording: String

    private let process: ChildProcess
    private let folder: TemporaryFolder

    private init(port: Int, process: ChildProcess, folder: TemporaryFolder, recording: String) {
        playURL = "rtsp://127.0.0.1:\(port)/live"
        publishURL = "rtsp://127.0.0.1:\(port)/record"
        self.recording = recording
        self.process = process
        self.folder = folder
    }

    /// Returns once it listens.
    static func start(playing clip: String, limit: Duration = .seconds(55)) async throws -> RTSPServer {
        let folder = try TemporaryFolder()
        let recording = folder.file("recording.ts")
        // The system's interpreter: GStreamer's bindings belong to it.
        let process = try ChildProcess.start(
            "/usr/bin/python3", [Repository.file("Tests/EndToEndTests/Servers/rtsp_server.py"), clip, recording],
            input: .open, limit: limit)
        let line = try await process.line(containing: "ready ", in: .output)
        guard let port = Int(line.split(separator: " ").last ?? "") else { throw LoopbackError.unreadableAnswer(line) }
        return RTSPServer(port: port, process: process, folder: folder, recording: recording)
    }

    /// Returns once the first publisher has gone and `recording` is complete.
    func waitUntilRecorded() async throws {
        _ = try await process.line(containing: "recorded", in: .output)
    }
}
