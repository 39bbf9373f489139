import CFFmpeg
import Glibc
import Synchronization

/// FFmpeg's log, which belongs to the process: the one global of this library.
///
/// Lines are joined from their parts, cleared of credentials and control characters, and kept as the last word of the
/// context they came from, so that errors can carry it.
package enum FFmpegLog {
    /// Receives whole lines: how serious, what spoke (such as `h264`), and what it said. Called on FFmpeg's threads: it
    /// must not block and must not call FFmpeg.
    package typealias Sink = @Sendable (LogLevel, String, String) -> Void

    private struct State {
        var sink: Sink?
        var threshold = LogLevel.warning
        var isInstalled = false
        /// Beginnings of lines, by thread.
        var partial: [UInt: String] = [:]
        /// The last warning or error each thread was told, while it records.
        var recording: [UInt: String] = [:]
        /// By the addresses that contexts carry.
        var watches: [UInt: ContextWatch] = [:]
    }

    private static let state = Mutex(State())
    private static let longestLine = 4096

    /// Sends lines at least as serious as `level` to `sink`. The first call of a process counts; later ones answer false.
    @discardableResult
    package static func setSink(level: LogLevel = .warning, _ sink: @escaping Sink) -> Bool {
        install()
        return state.withLock { state in
            guard state.sink == nil else { return false }
            state.sink = sink
            state.threshold = level
            return true
        }
    }

    /// Takes over FFmpeg's log if that has not happened yet, so that nothing goes to standard error by itself.
    static func install() {
        let isFirst = state.withLock { state in
            defer { state.isInstalled = true }
            return !state.isInstalled
        }
        guard isFirst else { return }
        av_log_set_callback { context, level, format, arguments in
            guard let format, let arguments, level <= AV_LOG_VERBOSE else { return }
            FFmpegLog.receive(context, level, format, arguments)
        }
    }

    /// Says something of our own where FFmpeg's lines go.
    static func report(_ level: LogLevel, _ context: String, _ message: String) {
        let sink = state.withLock { level <= $0.threshold ? $0.sink : nil }
        sink?(level, context, message)
    }

    static func register(_ watch: ContextWatch) {
        install()
        state.withLock { $0.watches[UInt(bitPattern: watch.opaque)] = watch }
    }

    static func unregister(_ watch: ContextWatch) {
        state.withLock { _ = $0.watches.removeValue(forKey: UInt(bitPattern: watch.opaque)) }
    }

    /// Runs a set-up call and gives its error the last thing FFmpeg said on this thread meanwhile.
    @discardableResult
    static func explaining<Result>(
        _ body: () throws(FFmpegError) -> Result
    ) throws(FFmpegError) -> Result {
        install()
        let thread = threadKey()
        state.withLock { $0.recording[thread] = "" }
        do {
            let result = try body()
            state.withLock { _ = $0.recording.removeValue(forKey: thread) }
            return result
        } catch {
            let said = state.withLock { $0.recording.removeValue(forKey: thread) } ?? ""
            guard error.detail == nil, !said.isEmpty else { throw error }
            throw FFmpegError(code: error.code, operation: error.operation, detail: said)
        }
    }

    private static func threadKey() -> UInt { UInt(pthread_self()) }

    private static func receive(
        _ context: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>,
        _ arguments: CVaListPointer
    ) {
        let (text, isWhole) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) {
            buffer -> (String, Bool) in
            guard let base = buffer.baseAddress else { return ("", true) }
            var prefix: Int32 = 0
            base.pointee = 0
            let needed = av_log_format_line2(context, level, format, arguments, base, Int32(buffer.count), &prefix)
            let text = String(cString: base)
            // A cut line has lost its end.
            return (text, needed >= Int32(buffer.count) || text.utf8.last == UInt8(ascii: "\n"))
        }
        guard !text.isEmpty else { return }
        let thread = threadKey()
        let line: String? = state.withLock { state in
            let joined = (state.partial.removeValue(forKey: thread) ?? "") + text
            if isWhole || joined.utf8.count > longestLine { return joined }
            state.partial[thread] = joined
            return nil
        }
        guard let line else { return }
        deliver(line, level: level, context: context, thread: thread)
    }

    private static func deliver(_ line: String, level: Int32, context: UnsafeMutableRawPointer?, thread: UInt) {
        let seriousness = LogLevel(level)
        var trimmed = line[...]
        while let last = trimmed.last, last.isWhitespace { trimmed.removeLast() }
        let message = Redaction.redact(String(trimmed))
        guard !message.isEmpty else { return }
        let name = smf_class_item_name(context).map { Redaction.harmless(String(cString: $0)) } ?? ""
        let owner = UInt(bitPattern: smf_log_owner(context))
        let (sink, watch) = state.withLock { state -> (Sink?, ContextWatch?) in
            if seriousness <= .warning, state.recording[thread] != nil { state.recording[thread] = message }
            return (seriousness <= state.threshold ? state.sink : nil, state.watches[owner])
        }
        let isDamage = seriousness <= .info && DamageMessages.matches(message)
        if seriousness <= .warning || isDamage { watch?.note(message, isDamage: isDamage) }
        sink?(seriousness, name, message)
    }
}
