import CFFmpeg

/// A failure that FFmpeg reported, or that we report in its terms. Costs nothing until its text is asked for.
package struct FFmpegError: Error, Sendable, Hashable, CustomStringConvertible {
    /// FFmpeg's error number, negative.
    package let code: Int32
    /// What was being done, such as "open input".
    package let operation: StaticString
    /// What is known beyond the number: the last line of FFmpeg's log, or our own words. Without credentials.
    package let detail: String?

    package init(code: Int32, operation: StaticString, detail: String? = nil) {
        self.code = code
        self.operation = operation
        self.detail = detail
    }

    /// The input or the codec has nothing more.
    package var isEndOfFile: Bool { code == SMF_ERROR_END }
    /// The call was ended by `Interrupt.cancel()`.
    package var isInterrupted: Bool { code == SMF_ERROR_EXIT }
    /// The call was ended by the deadline of its `Interrupt`, or by a time-out of the network.
    package var isTimedOut: Bool { code == SMF_ERROR_TIMED_OUT }
    /// The data makes no sense to FFmpeg.
    package var isInvalidData: Bool { code == SMF_ERROR_INVALID_DATA }
    /// Whoever read our output has gone.
    package var isBrokenPipe: Bool { code == SMF_ERROR_BROKEN_PIPE }
    /// There is no such file.
    package var isNotFound: Bool { code == SMF_ERROR_NO_FILE }
    /// The file's index comes behind its data, and the input cannot be read again from there.
    package var isIndexUnreachable: Bool { code == SMF_ERROR_NOT_SEEKABLE }
    /// Neither this build of FFmpeg nor the container can do what was asked.
    package var isUnsupported: Bool {
        [
            SMF_ERROR_NO_DECODER, SMF_ERROR_NO_ENCODER, SMF_ERROR_NO_DEMUXER, SMF_ERROR_NO_MUXER,
            SMF_ERROR_NO_PROTOCOL, SMF_ERROR_NOT_SUPPORTED,
        ].contains(code)
    }
    /// An option that nobody understood; `detail` names it.
    package var isUnknownOption: Bool { code == SMF_ERROR_NO_OPTION }

    /// One line: what was done, why it failed, and what FFmpeg last said.
    package var description: String {
        let reason = "\(operation): \(Self.text(for: code))"
        guard let detail, !detail.isEmpty else { return reason }
        return "\(reason) (\(detail))"
    }

    /// FFmpeg's words for an error number.
    static func text(for code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, av_strerror(code, base, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: base)
        }
    }

    package static func == (left: FFmpegError, right: FFmpegError) -> Bool {
        left.code == right.code && left.detail == right.detail
            && left.operation.description == right.operation.description
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(detail)
    }
}

/// The one place where a C return value becomes an error.
@discardableResult
func check(_ result: Int32, _ operation: StaticString) throws(FFmpegError) -> Int32 {
    guard result >= 0 else { throw FFmpegError(code: result, operation: operation) }
    return result
}

/// Unwraps what an allocation gave.
func require<Value>(_ value: Value?, _ operation: StaticString) throws(FFmpegError) -> Value {
    guard let value else { throw FFmpegError(code: SMF_ERROR_NO_MEMORY, operation: operation) }
    return value
}
