import Foundation
import SafeMediaFrames
import SafeMediaKit
import SafeMediaStream
import StreamCommand
import Synchronization
import Testing

/// A model that is never asked.
private struct IdleAnalyzer: FrameAnalyzing {
    let name: String
    let sampleFormat = SampleFormat(channels: .gray, size: .limited(longerSide: 64), resampling: .area)

    func analyze(_ picture: SamplePicture) async throws -> FrameVerdict { throw CancellationError() }
}

/// The command with its streams in pipes, files pretended, and a pipeline that the test plays.
@MainActor
private final class Harness {
    let output = TestPipe()
    let errors = TestPipe()
    let configurations = Mutex<[StreamConfiguration]>([])
    var files = facts()
    /// What making a model says to a threshold.
    var thresholds: @Sendable (_ name: String, _ threshold: Double?) throws -> Void = { _, _ in }

    /// Runs the command.
    ///
    /// - Parameter play: what the pipeline does once it is started.
    func run(
        _ arguments: [RawArgument], play: @escaping @MainActor @Sendable (StreamConfiguration) throws -> FakeControl
    ) async -> (status: Int32, output: String, errors: String) {
        var environment = CommandEnvironment(
            makeAnalyzer: { [thresholds] name, threshold in
                try thresholds(name, threshold)
                return IdleAnalyzer(name: name)
            },
            start: { configuration in
                self.configurations.withLock { $0.append(configuration) }
                return try play(configuration)
            })
        environment.standardOutput = output.writing
        environment.standardError = errors.writing
        environment.files = files
        environment.handlesSignals = false
        let status = await StreamCommand.run(arguments, environment)
        output.closeWriting()
        errors.closeWriting()
        defer {
            output.closeReading()
            errors.closeReading()
        }
        return (status, output.readAll(), errors.readAll())
    }

    /// Runs the command on a pipeline that ends at once.
    func run(_ arguments: [RawArgument], summary: StreamSummary) async -> (
        status: Int32, output: String, errors: String
    ) {
        await run(arguments) { _ in
            let control = FakeControl(summary: summary)
            control.end(.success(summary))
            return control
        }
    }
}

@MainActor
@Suite("The command as a whole", .timeLimit(.minutes(1)))
struct CommandRunTests {
    private func summary(_ outcome: StreamSummary.Outcome, damaged: Int = 0) -> StreamSummary {
        var summary = EventEncoderTests.summary
        summary.outcome = outcome
        summary.damaged = damaged
        summary.unverified = 0
        summary.late = 0
        return summary
    }

    @Test(
        "Exit statuses and last lines",
        arguments: [
            (StreamSummary.Outcome.completed, 0, Int32(0), "done: 300 frames, 120 concealed; written to out.mp4"),
            (.stopped, 0, 0, "stopped: 300 frames, 120 concealed; written to out.mp4"),
            (
                .completed, 5, 3,
                "done, but the input was damaged: 300 frames, 120 concealed, 5 of them for damage; written to out.mp4"
            ),
            (.stopped, 5, 3, "stopped: 300 frames, 120 concealed, 5 of them for damage; written to out.mp4"),
            (
                .stoppedByPolicy, 5, 4,
                "stopped by policy: 300 frames, 120 concealed, 5 of them for damage; written to out.mp4"
            ),
            (.failed, 0, 1, "failed: 300 frames, 120 concealed; written to out.mp4"),
        ])
    func statuses(outcome: StreamSummary.Outcome, damaged: Int, status: Int32, line: String) async {
        let result = await Harness().run(["in.mp4", "out.mp4"], summary: summary(outcome, damaged: damaged))
        #expect(result.status == status)
        #expect(result.errors.hasSuffix("safemedia-stream: \(line)\n"))
        #expect(result.output.isEmpty)
    }

    @Test("A quiet run that goes well says nothing")
    func quiet() async {
        let result = await Harness().run(["-q", "in.mp4", "out.mp4"]) { configuration in
            configuration.observer?(.notice("subtitles are dropped"))
            configuration.observer?(.decision(EventEncoderTests.decision))
            let control = FakeControl()
            var summary = StreamSummary()
            summary.outcome = .completed
            control.end(.success(summary))
            return control
        }
        #expect(result.status == 0 && result.errors.isEmpty)
    }

    @Test("A run that failed without an error says so, also where it is to be quiet")
    func quietFailure() async {
        let result = await Harness().run(["-q", "in.mp4", "out.mp4"], summary: summary(.failed))
        #expect(result.status == 1)
        #expect(result.errors == "safemedia-stream: failed: 300 frames, 120 concealed; written to out.mp4\n")
    }

    @Test("A policy that only mutes what nobody has judged is warned of", arguments: ["unavailable", "failure"])
    func mutedIsUnverified(action: String) async {
        let harness = Harness()
        let actions = ["sensitive", "unknown", "unavailable", "failure"]
            .map { "\"\($0)Action\": \"\($0 == action ? "muteAudio" : "block")\"" }
        harness.files = facts(contents: ["policy.json": "{\(actions.joined(separator: ","))}"])
        let result = await harness.run(
            ["-q", "--policy=policy.json", "in.mp4", "out.mp4"], summary: summary(.completed))
        #expect(result.errors.contains("warning: policy policy.json lets frames pass without analysis while"))
    }

    @Test("What passes unjudged is said at the start and when it begins, also in a quiet run")
    func unverified() async {
        let result = await Harness().run(["-q", "--policy=adultMinimal", "in.mp4", "out.mp4"]) { configuration in
            configuration.observer?(.unverified(at: StreamTime(seconds: 61.5)))
            let control = FakeControl()
            control.stop()
            return control
        }
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("policy adultMinimal lets frames pass without analysis while no model") == true)
        #expect(
            lines.last
                == "safemedia-stream: warning: 1:01.5: frames pass without analysis from here, as the policy allows")
    }

    @Test(
        "Errors are one line without credentials, and decide the status",
        arguments: [
            (StreamError.Code.input, Int32(1)), (.output, 1), (.timedOut, 1), (.invalidConfiguration, 2),
        ])
    func errors(code: StreamError.Code, status: Int32) async {
        let harness = Harness()
        let result = await harness.run(["in.mp4", "out.mp4"]) { _ in
            throw StreamError(code, "cannot open rtsp://me:secret@cam/1:\nno\u{1B}[2J answer")
        }
        #expect(result.status == status)
        #expect(result.errors == "safemedia-stream: cannot open rtsp://cam/1:\\u{a}no\\u{1b}[2J answer\n")
    }

    @Test("An error in mid-run is one line too")
    func lateError() async {
        let result = await Harness().run(["-q", "in.mp4", "-", "--format=mpegts"]) { _ in
            let control = FakeControl()
            control.end(.failure(StreamError(.output, "standard output is closed")))
            return control
        }
        #expect(result.status == 1 && result.errors == "safemedia-stream: standard output is closed\n")
    }

    @Test("Usage errors start nothing")
    func usage() async {
        let harness = Harness()
        let result = await harness.run(["in.mp4", "--polcy"], summary: summary(.completed))
        #expect(result.status == 2)
        #expect(result.errors == "safemedia-stream: there is no option --polcy; did you mean --policy? (see --help)\n")
        #expect(harness.configurations.withLock { $0.isEmpty })
    }

    @Test("Help and version go to standard output")
    func help() async {
        let help = await Harness().run(["--help"], summary: summary(.completed))
        #expect(help.status == 0 && help.output == HelpText.text && help.errors.isEmpty)
        let version = await Harness().run(["--version"], summary: summary(.completed))
        #expect(version.status == 0 && version.output == Version.line)
    }

    @Test("Options reach the pipeline")
    func configuration() async throws {
        let harness = Harness()
        let arguments: [RawArgument] = [
            "--analyzer=test-pattern", "--policy=childStrict", "--conceal=mosaic", "--resume=manual",
            "--sample-interval=every", "--hold-back=0.5", "--analysis-timeout=3", "--mute=always",
            "--on-interrupt=stop",
            "--encoder=libx264", "--crf=20", "--preset=fast", "--encoder-option=tune=film", "--format=matroska",
            "--live",
            "--timeout=4", "--rtsp-transport=udp", "rtsp://cam/1", RawArgument(bytes: [0xFF, 0x2E, 0x6D]),
        ]
        _ = await harness.run(arguments, summary: summary(.completed))
        let configuration = try #require(harness.configurations.withLock { $0.first })
        #expect(configuration.analyzers.map(\.name) == ["test-pattern"])
        #expect(configuration.policy == .childStrict && configuration.concealment == .mosaic)
        #expect(configuration.resume == .manual && configuration.sampleInterval == .everyFrame)
        #expect(configuration.holdBack == .time(StreamTime(seconds: 0.5)))
        #expect(configuration.analysisTimeout == StreamTime(seconds: 3))
        #expect(configuration.mute == .always && configuration.interrupt == .stop)
        let encoder = EncoderSettings(name: "libx264", crf: 20, preset: "fast", options: ["tune": "film"])
        #expect(configuration.encoder == encoder && configuration.format == "matroska")
        #expect(configuration.isLive == true && configuration.timeout == StreamTime(seconds: 4))
        #expect(configuration.prefersUDP && !configuration.spoolsInput)
        guard case .url("rtsp://cam/1") = configuration.input, case .rawPath([0xFF, 0x2E, 0x6D]) = configuration.output
        else {
            Issue.record("wrong input or output")
            return
        }
    }

    @Test("A model that cannot be made is a usage error, and a threshold is not the test pattern's beside others")
    func analyzers() async {
        let harness = Harness()
        harness.thresholds = { name, threshold in
            if name == "test-pattern", threshold != nil { throw UsageError("no scores") }
        }
        let alone = await harness.run(
            ["-q", "--analyzer=test-pattern", "--threshold=0.5", "in", "out"], summary: summary(.completed))
        #expect(alone.status == 2 && alone.errors == "safemedia-stream: --analyzer 'test-pattern': no scores\n")

        let other = Harness()
        other.thresholds = harness.thresholds
        let both = await other.run(
            ["-q", "--analyzer=test-pattern", "--analyzer=open-nsfw", "--threshold=0.5", "in", "out"],
            summary: summary(.completed))
        #expect(both.status == 0 && both.errors.isEmpty)
    }

    @Test("Events go to their file, the run's error last")
    func events() async throws {
        let directory = try TestDirectory()
        let path = directory.file("events.jsonl")
        let result = await Harness().run(["-q", "--events", RawArgument(path), "in", "out"]) { configuration in
            for item in EventEncoderTests.all {
                if case .stream(let event) = item.event { configuration.observer?(event) }
            }
            throw StreamError(.input, "the camera is gone")
        }
        #expect(result.status == 1)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let kinds = try lines.map { try JSONParser.parse(Array($0.utf8))["event"] }
        let expected = EventEncoderTests.all.map(\.name).filter { $0 != "error" } + ["error"]
        #expect(kinds == expected.map { .string($0) })
        #expect(lines.last == #"{"event":"error","message":"the camera is gone"}"#)
    }

    @Test("Decisions that conceal are printed; with -v everything is")
    func messages() async {
        let normal = await Harness().run(["in", "out"]) { configuration in
            configuration.observer?(.ready)
            configuration.observer?(.decision(EventEncoderTests.decision))
            let control = FakeControl()
            control.stop()
            return control
        }
        #expect(normal.errors.contains("0:00.3: decision 3: sensitive (nudity, goreOrViolence): blurWithReveal\n"))
        #expect(!normal.errors.contains("attached"))
        let verbose = await Harness().run(["-v", "--copy=auto", "in", "out"]) { configuration in
            for item in EventEncoderTests.all {
                if case .stream(let event) = item.event { configuration.observer?(event) }
            }
            let control = FakeControl()
            control.stop()
            return control
        }
        for text in [
            "policy teenMessaging, judged by open-nsfw", "copying is not there yet; video is re-encoded",
            "analysis is attached", "0:01.2: concealed from here (decision 3)", "0:03.0: shown from here",
            "7 frames concealed", "RTP: missed 3\\u{1b}[2J", "subtitles dropped from rtsp://host/x",
        ] { #expect(verbose.errors.contains(text), "\(text)") }
    }

    @Test("Statistics are a table in front of the last line")
    func statistics() async {
        let result = await Harness().run(["--stats", "in", "out"], summary: summary(.completed, damaged: 5))
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(lines.contains("frames        300") && lines.contains("damaged       5"))
        #expect(lines.contains("stream time   9.960 s"))
        #expect(lines.contains("stage              count   mean ms   95 % ms    max ms"))
        #expect(lines.contains("decode               300     1.500     2.000     9.000"))
        #expect(lines.last?.contains("done, but the input was damaged") == true)
    }

    @Test("The control socket is there before the pipeline, and goes with the command")
    func socket() async throws {
        let directory = try TestDirectory()
        let path = directory.file("control")
        let sawSocket = Mutex(false)
        let result = await Harness().run(["-q", "--control", RawArgument(path), "in", "out"]) { _ in
            sawSocket.withLock { $0 = FileManager.default.fileExists(atPath: path) }
            let control = FakeControl()
            control.stop()
            return control
        }
        #expect(result.status == 0 && sawSocket.withLock { $0 })
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A socket or an events file that cannot be had is one line, and nothing starts")
    func unavailable() async throws {
        let directory = try TestDirectory()
        let path = directory.file("taken")
        try "x".write(toFile: path, atomically: true, encoding: .utf8)
        let harness = Harness()
        let socket = await harness.run(["--control", RawArgument(path), "in", "out"], summary: summary(.completed))
        #expect(socket.status == 1)
        #expect(socket.errors.hasSuffix("a file of that name exists and is not a socket; name another\n"))
        let events = await Harness().run(["--events", "/nowhere/x", "in", "out"], summary: summary(.completed))
        #expect(events.status == 1)
        #expect(events.errors == "safemedia-stream: --events: the file cannot be opened: No such file or directory\n")
        #expect(harness.configurations.withLock { $0.isEmpty })
    }
}
