import Foundation

/// Somebody who sends a clip again and again, at its own speed. Ends when it is let go.
struct LiveSource: Sendable {
    enum Kind: String, Sendable, CaseIterable, CustomStringConvertible {
        case rtspOverTCP, rtspOverUDP, rtmp, srt, udp, hls

        var description: String { rawValue }
    }

    /// What the command is given as INPUT.
    var url: String
    /// What the command must be told besides.
    var options: [String] = []
    /// Begins to send, where the command must listen first.
    var begin: @Sendable (_ command: ChildProcess) async throws -> Void = { _ in }
    /// Whoever must live as long as this.
    private var keepers: [any Sendable] = []

    static func start(_ kind: Kind, _ clip: Clip) async throws -> LiveSource {
        switch kind {
        case .rtspOverTCP, .rtspOverUDP:
            let server = try await RTSPServer.start(playing: clip.path)
            return LiveSource(
                url: server.playURL, options: kind == .rtspOverUDP ? ["--rtsp-transport", "udp"] : [],
                keepers: [server])
        case .rtmp:
            let server = try await RTMPServer.start()
            let sender = try send(clip, ["-f", "flv", server.url("clip")])
            return LiveSource(url: server.url("clip"), keepers: [server, sender])
        case .srt:
            let port = try LoopbackPort.free(.udp)
            let sender = try send(clip, ["-f", "mpegts", "srt://127.0.0.1:\(port)?mode=listener"])
            try await LoopbackPort.waitUntilBound(port, .udp, by: sender)
            return LiveSource(url: "srt://127.0.0.1:\(port)", keepers: [sender])
        case .udp:
            let port = try LoopbackPort.free(.udp)
            let sender = Keeper<ChildProcess>()
            return LiveSource(
                url: "udp://127.0.0.1:\(port)",
                begin: { command in
                    try await LoopbackPort.waitUntilBound(port, .udp, by: command)
                    sender.keep(try send(clip, ["-f", "mpegts", "udp://127.0.0.1:\(port)?pkt_size=1316"]))
                }, keepers: [sender])
        case .hls:
            let folder = try TemporaryFolder()
            let sender = try send(
                clip,
                [
                    "-f", "hls", "-hls_time", "1", "-hls_list_size", "5", "-hls_flags", "delete_segments",
                    folder.file("live.m3u8"),
                ])
            let server = try ChildProcess.start(
                "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path])
            let line = try await server.line(containing: "port ", in: .output)
            let words = line.split(separator: " ")
            guard let word = words.firstIndex(of: "port"), word + 1 < words.count else {
                throw LoopbackError.unreadableAnswer(line)
            }
            guard try await eventually({ fileSize(folder.file("live.m3u8")) > 0 }) else {
                throw LoopbackError.noFile(folder.file("live.m3u8"))
            }
            return LiveSource(
                url: "http://127.0.0.1:\(words[word + 1])/live.m3u8", keepers: [folder, sender, server])
        }
    }

    private static func send(_ clip: Clip, _ output: [String]) throws -> ChildProcess {
        try ChildProcess.start(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-re", "-stream_loop", "-1", "-i", clip.path, "-c", "copy"] + output)
    }
}
