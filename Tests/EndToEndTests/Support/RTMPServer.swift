import Foundation
import Glibc

/// nginx with its RTMP module: what is published can be played and is recorded. Ends when it is let go.
final class RTMPServer: Sendable {
    private let port: UInt16
    private let process: ChildProcess
    private let folder: TemporaryFolder

    private init(port: UInt16, process: ChildProcess, folder: TemporaryFolder) {
        self.port = port
        self.process = process
        self.folder = folder
    }

    /// Returns once it takes connections.
    static func start(limit: Duration = .seconds(55)) async throws -> RTMPServer {
        let folder = try TemporaryFolder()
        let port = try LoopbackPort.free(.tcp)
        let template = try String(
            contentsOfFile: Repository.file("Tests/EndToEndTests/Servers/nginx-rtmp.conf"), encoding: .utf8)
        let settings =
            template
            .replacingOccurrences(of: "listen 127.0.0.1:PORT", with: "listen 127.0.0.1:\(port)")
            .replacingOccurrences(of: "FOLDER", with: folder.path)
            // Started by root, its workers would become somebody who may not write into our folder.
            .replacingOccurrences(of: "\nUSER\n", with: geteuid() == 0 ? "\nuser root;\n" : "\n")
        try settings.write(toFile: folder.file("nginx.conf"), atomically: true, encoding: .utf8)
        let process = try ChildProcess.start(
            "/usr/sbin/nginx", ["-p", folder.path, "-c", folder.file("nginx.conf")], limit: limit)
        // It listens before it starts workers.
        _ = try await process.line(containing: "start worker process ", in: .errors)
        return RTMPServer(port: port, process: process, folder: folder)
    }

    /// For publishing to and playing from.
    func url(_ stream: String) -> String {
        "rtmp://127.0.0.1:\(port)/live/\(stream)"
    }

    /// Waits until everybody who is connected has gone, ends the server and says where the stream's recording is.
    func recording(of stream: String) async throws -> String {
        process.send(SIGQUIT)
        _ = await process.outcome()
        return folder.file("\(stream).flv")
    }
}
