import StreamCommand
import Testing

@Suite("Errors of the command line")
struct OptionErrorTests {
    @Test(
        "Every message names the option, the value and what is accepted",
        arguments: [
            ("--sample-interval", "0", "must be a number of seconds from 0.01 to 60, or 'every'"),
            ("--sample-interval", "nan", "must be a number of seconds from 0.01 to 60, or 'every'"),
            ("--hold-back", "inf", "must be a number of seconds from 0.01 to 10, 'auto' or 'immediate'"),
            ("--hold-back", "-1", "must be a number of seconds from 0.01 to 10, 'auto' or 'immediate'"),
            ("--threshold", "1.01", "must be a number from 0 to 1"),
            ("--threshold", "0x1", "must be a number from 0 to 1"),
            ("--threshold", "1e-1", "must be a number from 0 to 1"),
            ("--threshold", ".", "must be a number from 0 to 1"),
            ("--threshold", "1.2.3", "must be a number from 0 to 1"),
            ("--threshold", "0,5", "must be a number from 0 to 1; the decimal sign is a point"),
            ("--analysis-timeout", "0", "must be a number of seconds from 0.1 to 3600"),
            ("--timeout", "99999999999999999999", "must be a number of seconds from 0.1 to 86400"),
            ("--crf", "64", "must be a number from 0 to 63"),
            ("--conceal", "blurr", "must be blank, freeze, blur, mosaic or slate; did you mean blur?"),
            ("--conceal", "slate:", "a picture's path must follow slate:"),
            ("--conceal", "slate:no.png", "there is no such picture"),
            ("--mute", "yes", "must be auto, always or never"),
            ("--resume", "safe", "must be manual or when-safe"),
            ("--resume", "when-safe:soon", "must be a number of seconds from 0 to 3600"),
            ("--on-interrupt", "halt", "must be conceal or stop"),
            ("--reconnect", "on", "reconnecting is not there yet; use off"),
            ("--rtsp-transport", "sctp", "must be tcp or udp"),
            ("--copy", "always", "must be auto or never"),
            ("--encoder-option", "tune", "must be KEY=VALUE, such as tune=zerolatency"),
            ("--encoder-option", "=x", "must be KEY=VALUE, such as tune=zerolatency"),
            ("--progress", "on", "must be auto or never"),
            (
                "--analyzer", "test-patern",
                "must be open-nsfw, test-pattern or the path of a model's JSON file; did you mean test-pattern?"
            ),
            ("--analyzer", "no.json", "there is no such file"),
            (
                "--policy", "teenMesaging",
                "must be adultMinimal, teenMessaging, childStrict or a policy file, and there is no such file; "
                    + "did you mean teenMessaging?"
            ),
            ("--format", "", "the value must not be empty"),
            ("--events", "", "the value must not be empty"),
            ("--events", "/dev/fd/x", "there is no such descriptor to write to"),
        ])
    func values(option: String, value: String, message: String) {
        #expect(refusal(option, value) == "\(option) '\(value)': \(message)")
        #expect(refusal("\(option)=\(value)") == "\(option) '\(value)': \(message)")
    }

    @Test(
        "Misspelt options are recognised",
        arguments: [
            ("--polcy", "--policy"), ("--hold-bakc", "--hold-back"), ("--Events", "--events"),
            ("--analyser", "--analyzer"),
            ("--rtsp", "--rtsp-transport"),
        ])
    func misspelt(given: String, meant: String) {
        #expect(refusal(given) == "there is no option \(given); did you mean \(meant)? (see --help)")
    }

    @Test("Options that do not exist, lack a value, have one too many, or come twice")
    func shapes() {
        #expect(refusal("--zzzzzz") == "there is no option --zzzzzz (see --help)")
        #expect(refusal("-z") == "there is no option -z (see --help)")
        #expect(refusal("-x.mp4") == "there is no option -x.mp4; a file of that name is written ./-x.mp4 (see --help)")
        #expect(refusal(of: ["a", "b", "--policy"]) == "--policy needs a value: --policy NAME")
        #expect(refusal("--stats=yes") == "--stats takes no value")
        #expect(refusal("--crf", "1", "--crf", "2") == "--crf is given twice; it can have one value only")
        #expect(
            refusal("--encoder-option", "a=1", "--encoder-option", "a=2")
                == "--encoder-option 'a=2': 'a' is given twice")
    }

    @Test("Operands")
    func operands() {
        #expect(refusal(of: [])?.hasPrefix("INPUT and OUTPUT are missing") == true)
        #expect(refusal(of: ["a"])?.hasPrefix("OUTPUT is missing") == true)
        #expect(refusal(of: ["a", "b", "c"]) == "one INPUT and one OUTPUT are accepted; 'c' is too much")
        #expect(refusal(of: ["", "b"]) == "an empty name is neither a file nor an address")
    }

    @Test("What contradicts itself")
    func contradictions() {
        #expect(refusal("--live", "--no-live") == "--live and --no-live contradict each other")
        #expect(refusal("-q", "-v") == "-q and -v contradict each other")
        #expect(refusal("--spool") == "--spool is for standard input: it needs '-' as INPUT")
        #expect(
            refusal("--rtsp-transport", "udp") == "--rtsp-transport is for RTSP: INPUT must begin with rtsp://")
        #expect(refusal(of: ["in", "-"])?.hasPrefix("OUTPUT '-' needs --format F") == true)
        let events = refusal(of: ["in", "-", "--format", "mpegts", "--events", "-"])
        #expect(events == "--events '-': standard output is OUTPUT already; name a file or /dev/stderr")
        #expect(
            refusal(of: ["-", "out"], files: facts(terminals: [0]))
                == "standard input is a terminal; pipe a video into it or name a file")
        let terminal = refusal(of: ["in", "-", "--format", "mpegts"], files: facts(terminals: [1]))
        #expect(terminal?.hasPrefix("standard output is a terminal") == true)
        #expect(refusal("--control", String(repeating: "x", count: 108))?.hasSuffix("at most 107 bytes") == true)
    }

    @Test("Nothing is written over the input, by whatever name")
    func sameFile() {
        let files = facts(identities: ["in.mp4": 7, "out.mp4": 7, "log": 9])
        #expect(refusal(files: files) == "'out.mp4' is INPUT and OUTPUT at once; write to another file")
        let log = facts(identities: ["in.mp4": 7, "log": 7])
        #expect(refusal("--events", "log", files: log) == "--events 'log': that is INPUT or OUTPUT; name another file")
        #expect(refusal("--control", "out.mp4") == "--control 'out.mp4': that is OUTPUT or --events; name another")
        #expect(refusal("--control", "x", "--events", "x")?.hasPrefix("--control 'x': that is OUTPUT") == true)
        #expect(refusal("--events", "out.mp4") == "--events 'out.mp4': that is OUTPUT; name another file")
    }

    @Test("Messages carry neither credentials nor anything that acts on a terminal")
    func harmless() {
        #expect(refusal("--mute", "\u{1B}[2Jx")?.contains("\u{1B}") == false)
        let message = refusal(of: ["a", "b", "rtsp://me:secret@host/x"])
        #expect(message == "one INPUT and one OUTPUT are accepted; 'rtsp://host/x' is too much")
    }
}
