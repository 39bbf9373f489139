import SafeMediaKit

/// Resolves `--policy`: one of the presets by name, or a file.
enum PolicyArgument {
    static let presets: KeyValuePairs<String, SafeMediaPolicy> = [
        "adultMinimal": .adultMinimal, "teenMessaging": .teenMessaging, "childStrict": .childStrict,
    ]

    static func resolve(_ value: OptionValue, _ files: FileFacts) throws(UsageError) -> (SafeMediaPolicy, String) {
        let shown = value.argument.shown
        if let preset = presets.first(where: { Array($0.key.utf8) == value.argument.bytes }) {
            return (preset.value, preset.key)
        }
        guard files.exists(value.argument.bytes) else {
            let names = presets.map(\.key)
            throw value.refused(
                "must be \(names.joined(separator: ", ")) or a policy file, and there is no such file"
                    + Spelling.question(for: shown, among: names))
        }
        let bytes: [UInt8]
        do {
            bytes = try files.read(value.argument.bytes, PolicyFile.longest + 1)
        } catch {
            throw value.refused("the file cannot be read: \(error)")
        }
        do {
            return (try PolicyFile.policy(bytes), shown)
        } catch {
            throw value.refused(error.message)
        }
    }
}
