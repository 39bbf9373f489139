import StreamCommand

/// What a pretended system says about files.
func facts(
    existing: Set<String> = [], contents: [String: String] = [:], identities: [String: UInt64] = [:],
    terminals: Set<Int32> = []
) -> FileFacts {
    let names = existing.union(contents.keys).union(identities.keys)
    return FileFacts(
        exists: { path in names.contains { Array($0.utf8) == path } },
        identity: { path in
            identities.first { Array($0.key.utf8) == path }.map { FileFacts.Identity(device: 1, inode: $0.value) }
        },
        isTerminal: { terminals.contains($0) },
        read: { (path, limit) throws(SystemError) in
            guard let content = contents.first(where: { Array($0.key.utf8) == path }) else { throw SystemError(13) }
            return Array(content.value.utf8.prefix(limit))
        })
}

/// Options of a command line that must be right; INPUT and OUTPUT are added.
func options(_ arguments: String..., files: FileFacts = facts()) throws -> CommandOptions {
    let all = arguments.map { RawArgument($0) } + ["in.mp4", "out.mp4"]
    guard case .run(let options) = try CommandOptions.parse(all, files: files) else { throw UsageError("no run") }
    return options
}

/// The message about a command line that must be wrong.
func refusal(of arguments: [RawArgument], files: FileFacts = facts()) -> String? {
    do {
        _ = try CommandOptions.parse(arguments, files: files)
        return nil
    } catch {
        return error.message
    }
}

/// The message about options that must be wrong; INPUT and OUTPUT are added.
func refusal(_ arguments: String..., files: FileFacts = facts()) -> String? {
    refusal(of: arguments.map { RawArgument($0) } + ["in.mp4", "out.mp4"], files: files)
}
