import SafeMediaFrames
import SafeMediaKit
import SafeMediaStream
import StreamCommand
import Testing

@Suite("Options")
struct OptionTests {
    @Test("Without options everything has its documented default")
    func defaults() throws {
        let options = try options()
        #expect(options.input == .path(Array("in.mp4".utf8)))
        #expect(options.output == .path(Array("out.mp4".utf8)))
        #expect(options.analyzers == [.openNSFW])
        #expect(options.policy == .teenMessaging)
        #expect(options.concealment == .blank)
        #expect(options.resume == .whenSafe(StreamTime(seconds: 1)))
        #expect(options.sampleInterval == .standard)
        #expect(options.holdBack == .automatic)
        #expect(options.threshold == nil && options.analysisTimeout == nil && options.isLive == nil)
        #expect(options.mute == .automatic && options.interrupt == .conceal)
        #expect(options.timeout == StreamTime(seconds: 10))
        #expect(!options.prefersUDP && !options.spoolsInput && !options.wantsCopy && !options.refusesCopy)
        #expect(options.format == nil && options.encoder == EncoderSettings())
        #expect(options.events == nil && options.control == nil)
        #expect(options.showsProgress && !options.printsStatistics && options.verbosity == .normal)
    }

    @Test("Analyzers add up, each once, and test-pattern only when asked for")
    func analyzers() throws {
        let files = facts(existing: ["m/a.json"])
        let both = try options("--analyzer", "test-pattern", "--analyzer=m/a.json", files: files)
        #expect(both.analyzers == [.testPattern, .model("m/a.json")])
        #expect(both.analyzers.map(\.name) == ["test-pattern", "m/a.json"])
        #expect(try options("--analyzer=open-nsfw", "--analyzer=open-nsfw").analyzers == [.openNSFW])
    }

    @Test(
        "Presets are found by name",
        arguments: [
            ("adultMinimal", SafeMediaPolicy.adultMinimal), ("teenMessaging", .teenMessaging),
            ("childStrict", .childStrict),
        ])
    func presets(name: String, policy: SafeMediaPolicy) throws {
        let options = try options("--policy", name)
        #expect(options.policy == policy && options.policyName == name)
    }

    @Test(
        "Concealments",
        arguments: [
            ("blank", Concealment.blank), ("freeze", .freeze), ("blur", .blur), ("mosaic", .mosaic),
            ("slate", .slate()),
            ("slate:card.png", .slate(picture: "card.png")),
        ])
    func concealments(text: String, concealment: Concealment) throws {
        #expect(try options("--conceal", text, files: facts(existing: ["card.png"])).concealment == concealment)
    }

    @Test(
        "Resume rules",
        arguments: [
            ("manual", ResumeRule.manual), ("when-safe", .whenSafe(StreamTime(seconds: 1))),
            ("when-safe:0", .whenSafe(.zero)), ("when-safe:2.5", .whenSafe(StreamTime(seconds: 2.5))),
        ])
    func resumes(text: String, rule: ResumeRule) throws {
        #expect(try options("--resume=\(text)").resume == rule)
    }

    @Test("Times and numbers are decimal, with or without a point")
    func numbers() throws {
        #expect(try options("--sample-interval", "every").sampleInterval == .everyFrame)
        #expect(try options("--sample-interval", ".5").sampleInterval == .time(StreamTime(seconds: 0.5)))
        #expect(try options("--hold-back", "auto").holdBack == .automatic)
        #expect(try options("--hold-back", "immediate").holdBack == .immediate)
        #expect(try options("--hold-back", "2.").holdBack == .time(StreamTime(seconds: 2)))
        #expect(try options("--threshold", "0.8").threshold == 0.8)
        #expect(try options("--analysis-timeout", "12").analysisTimeout == StreamTime(seconds: 12))
        #expect(try options("--timeout", "0.1").timeout == StreamTime(nanoseconds: 100_000_000))
    }

    @Test("Words with a fixed meaning")
    func words() throws {
        #expect(try options("--mute", "always").mute == .always)
        #expect(try options("--mute", "never").mute == .never)
        #expect(try options("--mute", "auto").mute == .automatic)
        #expect(try options("--on-interrupt", "stop").interrupt == .stop)
        #expect(try options("--on-interrupt", "conceal").interrupt == .conceal)
        #expect(try options("--live").isLive == true)
        #expect(try options("--no-live").isLive == false)
        #expect(try options("--copy", "auto").wantsCopy)
        #expect(try options("--copy", "never").refusesCopy)
        #expect(try options("--reconnect", "off").timeout == StreamTime(seconds: 10))
        #expect(try options("--progress", "never").showsProgress == false)
        #expect(try options("--progress", "auto").showsProgress)
        #expect(try options("--stats").printsStatistics)
        #expect(try options("-q").verbosity == .quiet)
        #expect(try options("--quiet", "-q").verbosity == .quiet)
        #expect(try options("-v").verbosity == .verbose)
    }

    @Test("The encoder's options keep everything behind the first equals sign")
    func encoder() throws {
        let encoder = try options(
            "--encoder", "libx264", "--crf", "23", "--preset=slow", "--encoder-option", "tune=zerolatency",
            "--encoder-option=x264-params=keyint=30:bframes=0", "--format", "matroska"
        ).encoder
        #expect(encoder.name == "libx264" && encoder.crf == 23 && encoder.preset == "slow")
        #expect(encoder.options == ["tune": "zerolatency", "x264-params": "keyint=30:bframes=0"])
        #expect(try options("--format", "matroska").format == "matroska")
    }

    @Test(
        "Descriptors that the command was given are not opened anew",
        arguments: [
            ("-", CommandOptions.EventDestination.standardOutput), ("/dev/stdout", .standardOutput),
            ("/dev/stderr", .descriptor(2)), ("/dev/fd/5", .descriptor(5)), ("/proc/self/fd/1", .standardOutput),
            ("log.jsonl", .path(Array("log.jsonl".utf8))),
        ])
    func events(text: String, destination: CommandOptions.EventDestination) throws {
        #expect(try options("--events", text).events == destination)
    }

    @Test("Options stand anywhere before --, and what follows is taken as it is")
    func positions() throws {
        let arguments: [RawArgument] = ["a", "--mute", "never", "--", "--conceal"]
        guard case .run(let options) = try CommandOptions.parse(arguments, files: facts()) else {
            throw UsageError("no run")
        }
        #expect(options.mute == .never)
        #expect(options.output == .path(Array("--conceal".utf8)))
    }

    @Test("Names need not be UTF-8")
    func rawNames() throws {
        let name = RawArgument(bytes: [0x66, 0xFF, 0x2E, 0x6D, 0x70, 0x34])
        guard case .run(let options) = try CommandOptions.parse([name, "out.mp4", "--control", name], files: facts())
        else { throw UsageError("no run") }
        #expect(options.input == .path(name.bytes))
        #expect(options.control == name.bytes)
        #expect(options.input.shown == "f\u{FFFD}.mp4")
    }

    @Test("Help and version win over everything else, also over mistakes")
    func helpAndVersion() throws {
        for arguments: [RawArgument] in [["--help"], ["-h"], ["in", "--nonsense", "--help"], ["--crf", "x", "-h"]] {
            guard case .help = try CommandOptions.parse(arguments, files: facts()) else {
                Issue.record("no help for \(arguments)")
                continue
            }
        }
        guard case .version = try CommandOptions.parse(["--version"], files: facts()) else {
            Issue.record("no version")
            return
        }
    }
}
