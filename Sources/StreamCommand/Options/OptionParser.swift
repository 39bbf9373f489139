/// Splits a command line into options and operands, knowing only their shapes.
struct OptionParser {
    /// Options in the order they were given, each with its value where it has one.
    private(set) var options: [(option: OptionDefinition, value: RawArgument?)] = []
    private(set) var operands: [RawArgument] = []

    init(_ arguments: [RawArgument]) throws(UsageError) {
        var rest = arguments[...]
        var optionsEnded = false
        while let argument = rest.popFirst() {
            let isOption = argument.bytes.first == UInt8(ascii: "-") && argument.bytes.count > 1
            if optionsEnded || !isOption {
                operands.append(argument)
            } else if argument == "--" {
                optionsEnded = true
            } else {
                try take(argument, &rest)
            }
        }
    }

    private mutating func take(_ argument: RawArgument, _ rest: inout ArraySlice<RawArgument>) throws(UsageError) {
        let equals = argument.bytes.firstIndex(of: UInt8(ascii: "="))
        let isLong = argument.bytes.starts(with: "--".utf8)
        let nameBytes = isLong ? argument.bytes[..<(equals ?? argument.bytes.endIndex)] : argument.bytes[...]
        let name = String(decoding: nameBytes, as: UTF8.self)
        guard let option = isLong ? OptionCatalog.option(named: name) : Self.short(name) else {
            throw Self.unknown(RawArgument(bytes: Array(nameBytes)), name)
        }
        let isGivenAgain = options.contains { $0.option.key == option.key }
        if isGivenAgain, option.value != nil, !option.isRepeatable {
            throw UsageError("\(option.name) is given twice; it can have one value only")
        }
        guard let placeholder = option.value else {
            guard !isLong || equals == nil else { throw UsageError("\(option.name) takes no value") }
            options.append((option, nil))
            return
        }
        if isLong, let equals {
            options.append((option, RawArgument(bytes: Array(argument.bytes[(equals + 1)...]))))
        } else if let value = rest.popFirst() {
            options.append((option, value))
        } else {
            throw UsageError("\(option.name) needs a value: \(option.name) \(placeholder)")
        }
    }

    private static func short(_ name: String) -> OptionDefinition? {
        guard name.count == 2, let letter = name.last else { return nil }
        return OptionCatalog.option(short: letter)
    }

    private static func unknown(_ argument: RawArgument, _ name: String) -> UsageError {
        let question = Spelling.question(for: name, among: OptionCatalog.all.map(\.name))
        let looksLikeFile = argument.bytes.contains(UInt8(ascii: ".")) || argument.bytes.contains(UInt8(ascii: "/"))
        let hint = looksLikeFile && question.isEmpty ? "; a file of that name is written ./\(argument.shown)" : ""
        return UsageError("there is no option \(argument.shown)\(question)\(hint) (see --help)")
    }
}
