import SafeMediaFrames

/// One option's value, with what is needed to say what is wrong with it.
struct OptionValue {
    let option: OptionDefinition
    let argument: RawArgument

    /// The one message about values: option, value, what is accepted.
    func refused(_ accepted: String) -> UsageError {
        UsageError("\(option.name) '\(argument.shown)': \(accepted)")
    }

    /// The value as text, not empty.
    func text() throws(UsageError) -> String {
        guard let text = argument.text else { throw refused("the value must be UTF-8") }
        guard !text.isEmpty else { throw refused("the value must not be empty") }
        return text
    }

    /// One of a few words.
    func choice<Value>(_ choices: KeyValuePairs<String, Value>) throws(UsageError) -> Value {
        let given = try text()
        if let match = choices.first(where: { $0.key == given }) { return match.value }
        let names = choices.map(\.key)
        throw refused("must be \(Self.list(names))" + Spelling.question(for: given, among: names))
    }

    /// A plain decimal number in a range; `more` names the words that are accepted too.
    func number(in range: ClosedRange<Double>, unit: String = "", or more: String = "") throws(UsageError) -> Double {
        try number(text(), in: range, unit: unit, or: more)
    }

    func number(
        _ text: String, in range: ClosedRange<Double>, unit: String = "", or more: String = ""
    ) throws(UsageError) -> Double {
        let unit = unit.isEmpty ? "" : " \(unit)"
        let accepted = "must be a number\(unit) from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
        // No exponents, hexadecimals, infinities or NaN: nobody means them on a command line.
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.joined().allSatisfy(digits.contains), parts.contains(where: { !$0.isEmpty }),
            let value = Double(padded(text)),
            value.isFinite, range.contains(value)
        else {
            let hint = text.contains(",") ? "; the decimal sign is a point" : ""
            throw refused(accepted + more + hint)
        }
        return value
    }

    /// Seconds as stream time.
    func seconds(in range: ClosedRange<Double>, or more: String = "") throws(UsageError) -> StreamTime {
        StreamTime(seconds: try number(in: range, unit: "of seconds", or: more))
    }

    /// `.5` and `5.` as Swift's parser wants them.
    private func padded(_ text: String) -> String {
        (text.hasPrefix(".") ? "0" : "") + text + (text.hasSuffix(".") ? "0" : "")
    }

    static func short(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }

    /// `a, b or c`.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
