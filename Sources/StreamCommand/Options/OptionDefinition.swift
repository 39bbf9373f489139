/// One option as the parser knows it and help prints it.
package struct OptionDefinition: Sendable {
    /// The task that help groups it under.
    package enum Group: String, Sendable, CaseIterable {
        case judging = "What is judged, and what is done about it"
        case concealing = "What viewers see and hear instead"
        case input = "Input"
        case output = "Output"
        case watching = "Watching and steering a run"
        case about = "Messages and help"
    }

    /// Every option's identity.
    package enum Key: String, Sendable, Hashable, CaseIterable {
        case analyzer, policy, threshold
        case sampleInterval = "sample-interval"
        case holdBack = "hold-back"
        case analysisTimeout = "analysis-timeout"
        case conceal, mute, resume
        case onInterrupt = "on-interrupt"
        case live
        case noLive = "no-live"
        case timeout, reconnect, spool
        case rtspTransport = "rtsp-transport"
        case format, copy, encoder, crf, preset
        case encoderOption = "encoder-option"
        case events, control, stats, progress, quiet, verbose, help, version
    }

    package let key: Key
    package let group: Group
    /// The one letter that may stand for it.
    package var short: Character?
    /// What its value is called in help; nil for a switch.
    package var value: String?
    package var isRepeatable = false
    /// Sentences for help.
    package let text: String

    /// As it is written on the command line.
    package var name: String { "--\(key.rawValue)" }
}
