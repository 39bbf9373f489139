import Foundation
import Testing

extension Lanes.Live {
    /// From a camera's RTSP to every kind of live output.
    @Suite struct OutputTests {
        static let options = ["--resume", "when-safe:0.5"]

        /// Silence was measured up to 90 ms from its pictures here, for a cause that is still to be found.
        static let precision = 0.1

        /// Screens the live clip into an output until it has been concealed and shown twice.
        private func screen(to output: String, _ options: [String] = []) async throws -> (RTSPServer, LiveRun) {
            let server = try await RTSPServer.start(playing: try await ClipMaker.clip(LiveClip.description).path)
            let run = try LiveRun.start(server.playURL, to: output, Self.options + options)
            try await run.secondSpan()
            let outcome = await run.interrupt()
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            return (server, run)
        }

        private func report(_ path: String) async throws -> OutputReport {
            try await OutputReader.report(on: path, madeFrom: LiveClip.description)
        }

        @Test func toAnRTMPServer() async throws {
            let server = try await RTMPServer.start()
            _ = try await screen(to: server.url("safe"))
            try await report(try await server.recording(of: "safe")).expectLive(precision: Self.precision)
        }

        @Test func toAnRTSPServer() async throws {
            let server = try await RTSPServer.start(playing: try await ClipMaker.clip(LiveClip.description).path)
            _ = try await screen(to: server.publishURL)
            try await server.waitUntilRecorded()
            try await report(server.recording).expectLive(precision: Self.precision)
        }

        @Test(arguments: StreamListener.Kind.allCases)
        func toAListener(kind: StreamListener.Kind) async throws {
            let listener = try await StreamListener.start(kind)
            _ = try await screen(to: listener.url, ["--format", "mpegts"])
            try await report(await listener.received()).expectLive(precision: Self.precision)
        }

        @Test func toDatagrams() async throws {
            let receiver = try DatagramReceiver()
            _ = try await screen(to: receiver.url)
            try await report(await receiver.received()).expectLive(precision: Self.precision)
        }

        @Test func toAPlaylist() async throws {
            let (_, run) = try await screen(to: "live.m3u8")
            try await report(run.file("live.m3u8")).expectLive(precision: Self.precision)
        }

        @Test func toAFragmentedFile() async throws {
            let (_, run) = try await screen(to: "out.mp4")
            try await report(run.file("out.mp4")).expectLive(precision: Self.precision)
        }
    }
}
