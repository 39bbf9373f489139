package import SafeMediaKit

/// A policy written as a JSON object. Its keys are the names of `SafeMediaPolicy`'s properties.
///
/// The four actions for finite media, unknown verdicts, unavailability and failure must be there, so that nothing is shown
/// because a key was forgotten; `allowReveal` and `allowReport` default to false, `blurRadius` to 18, and
/// `streamSensitiveAction` to `sensitiveAction`.
package enum PolicyFile {
    /// Bytes; a policy needs a few hundred.
    static let longest = 65_536

    static let actions: KeyValuePairs<String, SafeMediaAction> = [
        "allow": .allow, "blur": .blur, "blurWithReveal": .blurWithReveal, "block": .block,
        "interruptVideo": .interruptVideo, "muteAudio": .muteAudio,
    ]
    static let keys = [
        "sensitiveAction", "unknownAction", "unavailableAction", "failureAction", "streamSensitiveAction",
        "allowReveal", "allowReport", "blurRadius",
    ]

    /// - Throws: `UsageError` that names the key, its value and what is accepted.
    package static func policy(_ bytes: [UInt8]) throws(UsageError) -> SafeMediaPolicy {
        guard bytes.count <= longest else { throw UsageError("the file is too long for a policy") }
        let root: JSONValue
        do {
            root = try JSONParser.parse(bytes)
        } catch {
            throw UsageError("not JSON: \(error)")
        }
        guard case .object(let members) = root else { throw UsageError("a policy must be a JSON object") }
        for (key, _) in members where !keys.contains(key) {
            let shown = TerminalText.harmless(key)
            let question = Spelling.question(for: key, among: keys)
            throw UsageError("unknown key '\(shown)'\(question) (known: \(keys.joined(separator: ", ")))")
        }
        return SafeMediaPolicy(
            sensitiveAction: try required("sensitiveAction", root),
            unknownAction: try required("unknownAction", root),
            unavailableAction: try required("unavailableAction", root),
            failureAction: try required("failureAction", root),
            allowReveal: try flag("allowReveal", root),
            allowReport: try flag("allowReport", root),
            blurRadius: try radius(root),
            streamSensitiveAction: try action("streamSensitiveAction", root))
    }

    private static func required(_ key: String, _ root: JSONValue) throws(UsageError) -> SafeMediaAction {
        guard root[key] != nil else { throw UsageError("the key '\(key)' is missing") }
        guard let action = try action(key, root) else { throw UsageError("'\(key)' must not be null") }
        return action
    }

    private static func action(_ key: String, _ root: JSONValue) throws(UsageError) -> SafeMediaAction? {
        switch root[key] {
        case nil, .null: return nil
        case .string(let name):
            if let match = actions.first(where: { $0.key == name }) { return match.value }
            let names = actions.map(\.key)
            throw UsageError(
                "'\(key)' is '\(TerminalText.harmless(name))'; it must be \(OptionValue.list(names))"
                    + Spelling.question(for: name, among: names))
        default: throw UsageError("'\(key)' must be a string: \(OptionValue.list(actions.map(\.key)))")
        }
    }

    private static func flag(_ key: String, _ root: JSONValue) throws(UsageError) -> Bool {
        switch root[key] {
        case nil: return false
        case .bool(let value): return value
        default: throw UsageError("'\(key)' must be true or false")
        }
    }

    private static func radius(_ root: JSONValue) throws(UsageError) -> Double {
        switch root["blurRadius"] {
        case nil: return 18
        case .number(let value) where value >= 0 && value <= 10_000: return value
        default: throw UsageError("'blurRadius' must be a number from 0 to 10000")
        }
    }
}
