import SafeMediaFrames
import SafeMediaStream

extension CommandOptions {
    /// Reads a command line.
    ///
    /// - Throws: `UsageError` for whatever cannot be carried out as it is written.
    package static func parse(_ arguments: [RawArgument], files: FileFacts = .system) throws(UsageError) -> Request {
        let parsed: OptionParser
        do {
            parsed = try OptionParser(arguments)
        } catch {
            // Whoever asks for help gets it, whatever else is wrong.
            if arguments.prefix(while: { $0 != "--" }).contains("--help") { return .help }
            throw error
        }
        if parsed.options.contains(where: { $0.option.key == .help }) { return .help }
        if parsed.options.contains(where: { $0.option.key == .version }) { return .version }
        var options = try operands(parsed.operands, files)
        var analyzers: [Analyzer] = []
        for (option, argument) in parsed.options {
            guard let argument else {
                try options.applySwitch(option.key)
                continue
            }
            let value = OptionValue(option: option, argument: argument)
            if option.key == .analyzer {
                let analyzer = try Self.analyzer(value, files)
                if !analyzers.contains(analyzer) { analyzers.append(analyzer) }
            } else {
                try options.apply(value, files)
            }
        }
        if !analyzers.isEmpty { options.analyzers = analyzers }
        try options.checkTogether(parsed, files)
        return .run(options)
    }

    private static func operands(_ operands: [RawArgument], _ files: FileFacts) throws(UsageError) -> CommandOptions {
        guard operands.count >= 2 else {
            let missing = operands.isEmpty ? "INPUT and OUTPUT are" : "OUTPUT is"
            throw UsageError("\(missing) missing: safemedia-stream [options] INPUT OUTPUT (see --help)")
        }
        guard operands.count == 2 else {
            throw UsageError("one INPUT and one OUTPUT are accepted; '\(operands[2].shown)' is too much")
        }
        let input = try MediaArgument(operands[0], exists: files.exists)
        let output = try MediaArgument(operands[1], exists: files.exists)
        return CommandOptions(input: input, output: output)
    }

    private mutating func applySwitch(_ key: OptionDefinition.Key) throws(UsageError) {
        switch key {
        case .live, .noLive:
            let wanted = key == .live
            guard isLive != !wanted else { throw UsageError("--live and --no-live contradict each other") }
            isLive = wanted
        case .spool: spoolsInput = true
        case .stats: printsStatistics = true
        case .quiet, .verbose:
            let wanted = key == .quiet ? Verbosity.quiet : .verbose
            guard verbosity == .normal || verbosity == wanted else {
                throw UsageError("-q and -v contradict each other")
            }
            verbosity = wanted
        default: break
        }
    }

    private mutating func apply(_ value: OptionValue, _ files: FileFacts) throws(UsageError) {
        switch value.option.key {
        case .policy: (policy, policyName) = try PolicyArgument.resolve(value, files)
        case .threshold: threshold = try value.number(in: 0...1)
        case .sampleInterval: sampleInterval = try Self.sampleInterval(value)
        case .holdBack: holdBack = try Self.holdBack(value)
        case .analysisTimeout: analysisTimeout = try value.seconds(in: 0.1...3600)
        case .conceal: concealment = try Self.concealment(value, files)
        case .mute: mute = try value.choice(["auto": MuteRule.automatic, "always": .always, "never": .never])
        case .resume: resume = try Self.resume(value)
        case .onInterrupt: interrupt = try value.choice(["conceal": InterruptRule.conceal, "stop": .stop])
        case .timeout: timeout = try value.seconds(in: 0.1...86400)
        case .reconnect:
            guard try value.choice(["on": false, "off": true]) else {
                throw value.refused("reconnecting is not there yet; use off")
            }
        case .rtspTransport: prefersUDP = try value.choice(["tcp": false, "udp": true])
        case .format: format = try value.text()
        case .copy:
            wantsCopy = try value.choice(["auto": true, "never": false])
            refusesCopy = !wantsCopy
        case .encoder: encoder.name = try value.text()
        case .crf: encoder.crf = try value.number(in: 0...63)
        case .preset: encoder.preset = try value.text()
        case .encoderOption: try addEncoderOption(value)
        case .events: events = try Self.eventDestination(value)
        case .control: control = try Self.socketPath(value)
        case .progress: showsProgress = try value.choice(["auto": true, "never": false])
        case .analyzer, .live, .noLive, .spool, .stats, .quiet, .verbose, .help, .version: break
        }
    }

    private static func analyzer(_ value: OptionValue, _ files: FileFacts) throws(UsageError) -> Analyzer {
        let text = try value.text()
        switch text {
        case "open-nsfw": return .openNSFW
        case "test-pattern": return .testPattern
        default:
            let accepted = "must be open-nsfw, test-pattern or the path of a model's JSON file"
            guard text.contains("/") || text.hasSuffix(".json") else {
                throw value.refused(accepted + Spelling.question(for: text, among: ["open-nsfw", "test-pattern"]))
            }
            guard files.exists(value.argument.bytes) else { throw value.refused("there is no such file") }
            return .model(text)
        }
    }

    private static func sampleInterval(_ value: OptionValue) throws(UsageError) -> SampleInterval {
        if value.argument == "every" { return .everyFrame }
        return .time(try value.seconds(in: 0.01...60, or: ", or 'every'"))
    }

    private static func holdBack(_ value: OptionValue) throws(UsageError) -> HoldBack {
        if value.argument == "auto" { return .automatic }
        if value.argument == "immediate" { return .immediate }
        return .time(try value.seconds(in: 0.01...10, or: ", 'auto' or 'immediate'"))
    }

    private static func concealment(_ value: OptionValue, _ files: FileFacts) throws(UsageError) -> Concealment {
        let prefix = "slate:"
        if value.argument.bytes.starts(with: prefix.utf8) {
            let picture = String(try value.text().dropFirst(prefix.count))
            guard !picture.isEmpty else { throw value.refused("a picture's path must follow slate:") }
            guard files.exists(Array(picture.utf8)) else { throw value.refused("there is no such picture") }
            return .slate(picture: picture)
        }
        return try value.choice([
            "blank": Concealment.blank, "freeze": .freeze, "blur": .blur, "mosaic": .mosaic, "slate": .slate(),
        ])
    }

    private static func resume(_ value: OptionValue) throws(UsageError) -> ResumeRule {
        let prefix = "when-safe:"
        let text = try value.text()
        if text.hasPrefix(prefix) {
            let seconds = String(text.dropFirst(prefix.count))
            return .whenSafe(StreamTime(seconds: try value.number(seconds, in: 0...3600, unit: "of seconds")))
        }
        return try value.choice([
            "manual": ResumeRule.manual, "when-safe": .whenSafe(StreamTime(seconds: 1)),
        ])
    }

    private mutating func addEncoderOption(_ value: OptionValue) throws(UsageError) {
        let text = try value.text()
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw value.refused("must be KEY=VALUE, such as tune=zerolatency")
        }
        let key = String(text[..<equals])
        guard encoder.options[key] == nil else { throw value.refused("'\(key)' is given twice") }
        encoder.options[key] = String(text[text.index(after: equals)...])
    }

    private static func eventDestination(_ value: OptionValue) throws(UsageError) -> EventDestination {
        guard !value.argument.bytes.isEmpty else { throw value.refused("the value must not be empty") }
        switch value.argument {
        case "-", "/dev/stdout": return .standardOutput
        case "/dev/stderr": return .descriptor(2)
        default:
            // Opening these anew would cut off a file that they lead to, and fails where they lead to a socket.
            for prefix in ["/dev/fd/", "/proc/self/fd/"] where value.argument.bytes.starts(with: prefix.utf8) {
                let digits = String(decoding: value.argument.bytes.dropFirst(prefix.utf8.count), as: UTF8.self)
                guard let number = Int32(digits), number >= 1 else {
                    throw value.refused("there is no such descriptor to write to")
                }
                return number == 1 ? .standardOutput : .descriptor(number)
            }
            return .path(value.argument.bytes)
        }
    }

    private static func socketPath(_ value: OptionValue) throws(UsageError) -> [UInt8] {
        let bytes = value.argument.bytes
        guard !bytes.isEmpty else { throw value.refused("the value must not be empty") }
        guard bytes.count <= ControlSocket.longestPath else {
            throw value.refused("a socket's path has at most \(ControlSocket.longestPath) bytes")
        }
        return bytes
    }
}
