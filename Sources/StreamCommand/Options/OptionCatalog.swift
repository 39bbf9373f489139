/// Every option there is. The parser and help read the same list.
package enum OptionCatalog {
    package static let all: [OptionDefinition] = judging + concealing + input + output + watching + about

    /// The option of this long name, written with its dashes.
    package static func option(named name: String) -> OptionDefinition? { all.first { $0.name == name } }

    /// The option that this letter stands for.
    package static func option(short: Character) -> OptionDefinition? { all.first { $0.short == short } }

    private static let judging = [
        OptionDefinition(
            key: .analyzer, group: .judging, value: "NAME", isRepeatable: true,
            text: "The model: open-nsfw, test-pattern (QR codes, for trying things out), or the path of a MODEL.json. "
                + "Given several times, the strictest verdict wins. Default: open-nsfw."),
        OptionDefinition(
            key: .policy, group: .judging, value: "NAME",
            text: "What is done about verdicts: adultMinimal, teenMessaging, childStrict, or a policy FILE.json. "
                + "Default: teenMessaging."),
        OptionDefinition(
            key: .threshold, group: .judging, value: "X",
            text: "The score, 0 to 1, from which content counts as sensitive. Default: the model's own."),
        OptionDefinition(
            key: .sampleInterval, group: .judging, value: "S",
            text: "How often a frame is judged, in seconds of the stream (0.01 to 60), or 'every'. Cuts and flashes "
                + "are judged besides. Default: 0.2."),
        OptionDefinition(
            key: .holdBack, group: .judging, value: "S",
            text: "How long live frames are held for their verdicts: 'auto', seconds (0.01 to 10), or 'immediate', "
                + "which can leak up to one detection delay. Files wait as long as it takes. Default: auto."),
        OptionDefinition(
            key: .analysisTimeout, group: .judging, value: "S",
            text: "How long the model may take to answer, in seconds (0.1 to 3600). Default: 2 live, 30 for files."),
    ]

    private static let concealing = [
        OptionDefinition(
            key: .conceal, group: .concealing, value: "HOW",
            text: "blank, freeze (the last clear picture), blur, mosaic, slate, or slate:PICTURE. Default: blank."),
        OptionDefinition(
            key: .mute, group: .concealing, value: "WHEN",
            text: "When sound is silenced: auto (while the picture is concealed), always, never. Default: auto."),
        OptionDefinition(
            key: .resume, group: .concealing, value: "RULE",
            text: "What shows the picture again after sensitive content: when-safe:S (S seconds, 0 to 3600, of safe "
                + "pictures; when-safe alone means 1), or manual (key c, or --control). Default: when-safe:1."),
        OptionDefinition(
            key: .onInterrupt, group: .concealing, value: "WHAT",
            text: "When the policy blocks or interrupts: conceal the rest, or stop. Default: conceal."),
    ]

    private static let input = [
        OptionDefinition(
            key: .live, group: .input, text: "Treat the input as live: frames leave on time, late ones concealed."),
        OptionDefinition(
            key: .noLive, group: .input,
            text: "Treat the input as a file: everything waits for its verdict. Default: network addresses other than "
                + "HTTP files are live; files and pipes are not."),
        OptionDefinition(
            key: .timeout, group: .input, value: "S",
            text: "How long input or output may stand still, in seconds (0.1 to 86400). Default: 10."),
        OptionDefinition(
            key: .reconnect, group: .input, value: "on|off",
            text: "Connect again when a live input breaks off. Only off is there yet. Default: off."),
        OptionDefinition(
            key: .rtspTransport, group: .input, value: "tcp|udp", text: "How RTSP input is carried. Default: tcp."),
        OptionDefinition(
            key: .spool, group: .input,
            text: "Write standard input to a temporary file first, for containers that need seeking."),
    ]

    private static let output = [
        OptionDefinition(
            key: .format, group: .output, value: "F",
            text: "The container, by FFmpeg's name, such as mp4, matroska, mpegts. Needed when OUTPUT is '-'. Default: "
                + "by OUTPUT's ending."),
        OptionDefinition(
            key: .copy, group: .output, value: "auto|never",
            text: "Pass clear video on unchanged (auto) or re-encode all. Copying is not there yet: video is "
                + "re-encoded. Default: auto."),
        OptionDefinition(
            key: .encoder, group: .output, value: "NAME",
            text: "The video encoder, by FFmpeg's name, such as libx264. Default: by the input's codec."),
        OptionDefinition(
            key: .crf, group: .output, value: "N",
            text: "Constant quality, 0 to 63, in the encoder's own scale; lower is better."),
        OptionDefinition(
            key: .preset, group: .output, value: "P",
            text: "The encoder's preset, in its own words, such as veryfast."),
        OptionDefinition(
            key: .encoderOption, group: .output, value: "K=V", isRepeatable: true,
            text: "Any other option of the encoder. May be given several times."),
    ]

    private static let watching = [
        OptionDefinition(
            key: .events, group: .watching, value: "FILE",
            text: "Write what happens to FILE, one JSON object a line; '-' is standard output."),
        OptionDefinition(
            key: .control, group: .watching, value: "SOCKET",
            text: "Take commands on a Unix socket, one JSON object a line: continue, conceal, open, status."),
        OptionDefinition(
            key: .stats, group: .watching,
            text: "Print a table at the end: frames, concealed, late, and how long each stage took."),
        OptionDefinition(
            key: .progress, group: .watching, value: "auto|never",
            text: "The progress line; auto shows it on terminals only. Default: auto."),
    ]

    private static let about = [
        OptionDefinition(
            key: .quiet, group: .about, short: "q", text: "Print errors and warnings of unjudged frames only."),
        OptionDefinition(key: .verbose, group: .about, short: "v", text: "Print every event in words."),
        OptionDefinition(key: .help, group: .about, short: "h", text: "Print this text."),
        OptionDefinition(key: .version, group: .about, text: "Print the version."),
    ]
}
