/// What no option can tell alone.
extension CommandOptions {
    mutating func checkTogether(_ parsed: OptionParser, _ files: FileFacts) throws(UsageError) {
        try checkStandardStreams(files)
        try checkFiles(files)
        if spoolsInput, input != .standardStream {
            throw UsageError("--spool is for standard input: it needs '-' as INPUT")
        }
        if parsed.options.contains(where: { $0.option.key == .rtspTransport }), !isRTSP(input) {
            throw UsageError("--rtsp-transport is for RTSP: INPUT must begin with rtsp://")
        }
    }

    private func checkStandardStreams(_ files: FileFacts) throws(UsageError) {
        if input == .standardStream, files.isTerminal(0) {
            throw UsageError("standard input is a terminal; pipe a video into it or name a file")
        }
        guard output == .standardStream else { return }
        if format == nil {
            throw UsageError("OUTPUT '-' needs --format F, such as --format mpegts or --format matroska")
        }
        if events == .standardOutput {
            throw UsageError("--events '-': standard output is OUTPUT already; name a file or /dev/stderr")
        }
        if files.isTerminal(1) {
            throw UsageError("standard output is a terminal; redirect it or name a file")
        }
    }

    /// Nothing may be written over what is read, or over what else is written.
    private func checkFiles(_ files: FileFacts) throws(UsageError) {
        let outputFile = file(output, files)
        if let inputFile = file(input, files), inputFile == outputFile {
            throw UsageError("'\(output.shown)' is INPUT and OUTPUT at once; write to another file")
        }
        if let control, output == .path(control) || events == .path(control) {
            throw UsageError(
                "--control '\(RawArgument(bytes: control).shown)': that is OUTPUT or --events; name another")
        }
        guard case .path(let path) = events else { return }
        let shown = RawArgument(bytes: path).shown
        if output == .path(path) {
            throw UsageError("--events '\(shown)': that is OUTPUT; name another file")
        }
        guard let eventFile = files.identity(path) else { return }
        if eventFile == file(input, files) || eventFile == outputFile {
            throw UsageError("--events '\(shown)': that is INPUT or OUTPUT; name another file")
        }
    }

    private func file(_ media: MediaArgument, _ files: FileFacts) -> FileFacts.Identity? {
        if case .path(let path) = media { files.identity(path) } else { nil }
    }

    private func isRTSP(_ media: MediaArgument) -> Bool {
        if case .url(let text) = media { text.lowercased().hasPrefix("rtsp") } else { false }
    }
}
