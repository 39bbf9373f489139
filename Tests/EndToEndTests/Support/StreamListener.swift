import Foundation

/// The ffmpeg program as the receiver of one MPEG-TS stream over TCP or SRT. Ends when it is let go.
final class StreamListener: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case tcp
        case srt
    }

    /// Where to send to.
    let url: String
    private let process: ChildProcess
    private let folder: TemporaryFolder

    private init(url: String, process: ChildProcess, folder: TemporaryFolder) {
        self.url = url
        self.process = process
        self.folder = folder
    }

    /// Returns once it can be sent to.
    static func start(_ kind: Kind, limit: Duration = .seconds(55)) async throws -> StreamListener {
        let folder = try TemporaryFolder()
        let transport: LoopbackPort.Transport = kind == .tcp ? .tcp : .udp
        let port = try LoopbackPort.free(transport)
        let address = "\(kind.rawValue)://127.0.0.1:\(port)"
        // As plain data: the bytes are kept as they come, without a demuxer's opinion of them.
        let process = try ChildProcess.start(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-f", "data", "-i",
                address + (kind == .tcp ? "?listen=1" : "?mode=listener"),
                "-map", "0", "-c", "copy", "-f", "data", folder.file("received.ts"),
            ], limit: limit)
        try await LoopbackPort.waitUntilBound(port, transport, by: process)
        return StreamListener(url: address, process: process, folder: folder)
    }

    /// What was received, once the sender has closed.
    func received() async -> String {
        _ = await process.outcome()
        return folder.file("received.ts")
    }
}
