import CFFmpeg

/// How serious a line of FFmpeg's log is.
package enum LogLevel: Int, Sendable, Hashable, Comparable {
    case error
    case warning
    case info
    case verbose
    case debug

    init(_ level: Int32) {
        self =
            switch level {
            case ...AV_LOG_ERROR: .error
            case ...AV_LOG_WARNING: .warning
            case ...AV_LOG_INFO: .info
            case ...AV_LOG_VERBOSE: .verbose
            default: .debug
            }
    }

    var native: Int32 {
        switch self {
        case .error: AV_LOG_ERROR
        case .warning: AV_LOG_WARNING
        case .info: AV_LOG_INFO
        case .verbose: AV_LOG_VERBOSE
        case .debug: AV_LOG_DEBUG
        }
    }

    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
