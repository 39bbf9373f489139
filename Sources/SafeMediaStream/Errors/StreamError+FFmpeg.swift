import SafeMediaFFmpeg

extension StreamError {
    /// An input could not be opened.
    init(opening error: FFmpegError, from source: InputSource) {
        if error.isTimedOut {
            self.init(
                .timedOut,
                "\(source.name) gave no answer in time (\(error)); check the address, or give it longer with --timeout",
                underlying: error)
        } else if error.isIndexUnreachable {
            self.init(indexUnreachable: error)
        } else if error.isNotFound {
            self.init(.input, "\(source.name) does not exist; check its name", underlying: error)
        } else {
            self.init(.input, "\(source.name) cannot be opened: \(error)", underlying: error)
        }
    }

    private init(indexUnreachable error: FFmpegError) {
        self.init(
            .input,
            "standard input holds a file whose index comes last, which cannot be read as it comes; name the file itself, or spool it with --spool",
            underlying: error)
    }

    /// Reading failed on the way.
    init(reading error: FFmpegError) {
        if error.isIndexUnreachable {
            self.init(indexUnreachable: error)
        } else if error.isTimedOut {
            self.init(.timedOut, "the input stood still for too long; what came before is written", underlying: error)
        } else {
            self.init(.input, "the input cannot be read any further: \(error)", underlying: error)
        }
    }

    /// The output could not be opened.
    init(opening error: FFmpegError, to target: OutputTarget) {
        let code: Code = error.isTimedOut ? .timedOut : .output
        self.init(code, "\(target.name) cannot be opened for writing: \(error)", underlying: error)
    }

    /// The output failed.
    init(writing error: any Error) {
        if let error = error as? StreamError {
            self = error
        } else if let error = error as? FFmpegError {
            if error.isTimedOut {
                self.init(.timedOut, "the output took nothing for too long", underlying: error)
            } else if error.isBrokenPipe {
                self.init(.output, "whoever read the output has gone", underlying: error)
            } else {
                self.init(.output, "the output cannot be written: \(error)", underlying: error)
            }
        } else {
            self.init(.output, "the output cannot be written: \(error)", underlying: error)
        }
    }
}

extension InputSource {
    /// The input as messages call it.
    var name: String {
        switch self {
        case .file(let path): "'\(Redaction.harmless(String(decoding: path, as: UTF8.self)))'"
        case .url(let url): Redaction.redact(url)
        case .descriptor: "standard input"
        }
    }
}

extension OutputTarget {
    /// The output as messages call it.
    var name: String {
        switch self {
        case .file(let path): "'\(Redaction.harmless(String(decoding: path, as: UTF8.self)))'"
        case .url(let url): Redaction.redact(url)
        case .descriptor: "standard output"
        }
    }
}
