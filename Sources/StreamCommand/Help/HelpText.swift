/// The text of `--help`.
package enum HelpText {
    /// Columns of the narrowest terminal that anybody still has.
    static let width = 80
    /// Where an option's text begins.
    private static let indent = 26

    package static let text: String = {
        var lines = introduction + rules
        for group in OptionDefinition.Group.allCases {
            lines += ["", "\(group.rawValue):"]
            for option in OptionCatalog.all where option.group == group { lines += describe(option) }
        }
        return (lines + closing).joined(separator: "\n") + "\n"
    }()

    private static let introduction = [
        "Usage: safemedia-stream [options] INPUT OUTPUT",
        "",
        "Reads a video, has its pictures judged on this machine, and writes it with",
        "everything sensitive concealed. What was not judged is concealed as well.",
        "",
        "Examples:",
        "  A file, with what is sensitive blacked out:",
        "    safemedia-stream holiday.mp4 safe.mp4",
        "  A camera, blurred, sent on to a server:",
        "    safemedia-stream --conceal blur rtsp://camera/1 rtmp://server/live/a",
        "  In a pipe:",
        "    safemedia-stream --format mpegts - - < in.ts > out.ts",
        "  The strictest policy, with a log of what happened:",
        "    safemedia-stream --policy childStrict --events log.jsonl in.mp4 out.mp4",
        "  Try it without anything sensitive, with QR codes SAFEMEDIA-TEST:NUDITY:",
        "    safemedia-stream --analyzer test-pattern in.mp4 out.mp4",
        "",
    ]

    private static let rules = wrap(
        "INPUT and OUTPUT are files, addresses, or '-' for standard input and output. An address begins with a scheme "
            + "(\(MediaArgument.schemes.joined(separator: ", "))) and '://', and no local file has that name. "
            + "Everything else is a file. Options may stand anywhere before '--', which ends them; values are written "
            + "--option VALUE or --option=VALUE.",
        width: width)

    private static let closing = [
        "",
        "While it runs: the key c shows again what the last decision conceals, where the",
        "policy lets viewers reveal it. Ctrl-C finishes the output properly.",
        "",
        "Exit status: 0 done; 1 failed; 2 usage; 3 done, but the input was damaged and",
        "parts were concealed for that; 4 stopped by policy.",
        "",
        "More: man safemedia-stream",
    ]

    private static func describe(_ option: OptionDefinition) -> [String] {
        let short = option.short.map { "-\($0), " } ?? ""
        let head = "  \(short)\(option.name)" + (option.value.map { " \($0)" } ?? "")
        var lines = wrap(option.text, width: width - indent).map { String(repeating: " ", count: indent) + $0 }
        if head.count < indent - 1, let first = lines.first {
            lines[0] = head + first.dropFirst(head.count)
        } else {
            lines.insert(head, at: 0)
        }
        return lines
    }

    static func wrap(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
