import SafeMediaFFmpeg

extension StreamError {
    /// An input could not be opened.
    init(opening error: FFmpegError, from source: InputSource) {
        if error.isTimedOut {
            self.init(
                .timedOut,
                "the input gave no answer in time (\(error)); check the address, or give it longer with --timeout",
                underlying: error)
        } else if case .descriptor = source, error.isIndexUnreachable {
            self.init(
                .input,
                "standard input cannot be read as it comes: its index comes last, as in most mp4 files; name the file itself or spool it with --spool",
                underlying: error)
        } else if case .descriptor = source, error.isInvalidData {
            self.init(
                .input,
                "standard input cannot be read as it comes (\(error)); where its index comes last, as in most mp4 files, name the file itself or spool it with --spool",
                underlying: error)
        } else if error.isNotFound {
            self.init(.input, "the input does not exist; check its name", underlying: error)
        } else {
            self.init(.input, "the input cannot be opened: \(error)", underlying: error)
        }
    }

    /// Reading failed on the way.
    init(reading error: FFmpegError) {
        if error.isTimedOut {
            self.init(.timedOut, "the input stood still for too long; what came before is written", underlying: error)
        } else {
            self.init(.input, "the input cannot be read any further: \(error)", underlying: error)
        }
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
