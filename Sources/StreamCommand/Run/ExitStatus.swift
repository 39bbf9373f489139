package import SafeMediaStream

/// The command's exit statuses; the manual describes them.
package enum ExitStatus {
    package static let done: Int32 = 0
    package static let failed: Int32 = 1
    package static let usage: Int32 = 2
    package static let damaged: Int32 = 3
    package static let stoppedByPolicy: Int32 = 4

    /// Of a run that came to its end.
    package static func status(_ summary: StreamSummary) -> Int32 {
        switch summary.outcome {
        case .failed, .running: failed
        case .stoppedByPolicy: stoppedByPolicy
        case .completed, .stopped: summary.damaged > 0 ? damaged : done
        }
    }

    /// Of a run that threw.
    package static func status(_ error: any Error) -> Int32 {
        if error is UsageError { return usage }
        return (error as? StreamError)?.code == .invalidConfiguration ? usage : failed
    }
}
