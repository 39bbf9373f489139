import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// What a configuration means, without opening anything.
extension StreamConfiguration {
    /// Checks what can be checked before anything is opened.
    func validate() throws(StreamError) {
        if case .time(let interval) = sampleInterval, interval <= .zero {
            throw StreamError(
                .invalidConfiguration, "the sample interval must be longer than nothing; to sample every frame, say so")
        }
        if case .time(let time) = holdBack, time <= .zero || time > Self.longestHoldBack {
            throw StreamError(
                .invalidConfiguration,
                "the hold-back must lie between 0 and \(Int(Self.longestHoldBack.seconds)) seconds")
        }
        if let analysisTimeout, analysisTimeout <= .zero {
            throw StreamError(.invalidConfiguration, "the analysis time-out must be longer than nothing")
        }
        if timeout <= .zero {
            throw StreamError(.invalidConfiguration, "the time-out must be longer than nothing")
        }
        if case .whenSafe(let delay) = resume, delay < .zero {
            throw StreamError(.invalidConfiguration, "the time after which the stream resumes must not be negative")
        }
        for case .some(let path) in [rawInputPath, rawOutputPath] where path.isEmpty || path.contains(0) {
            throw StreamError(.invalidConfiguration, "a path must not be empty or contain a zero byte")
        }
    }

    /// Held frames are bounded in memory too; a longer hold-back could not be kept anyway.
    static let longestHoldBack = StreamTime(seconds: 10)

    private var rawInputPath: [UInt8]? {
        switch input {
        case .path(let path): Array(path.utf8)
        case .rawPath(let path): path
        case .url, .standardInput, .frames: nil
        }
    }

    private var rawOutputPath: [UInt8]? {
        switch output {
        case .path(let path): Array(path.utf8)
        case .rawPath(let path): path
        case .url, .standardOutput, .sink: nil
        }
    }

    /// The input for FFmpeg; nil where frames are pushed.
    var inputSource: InputSource? {
        switch input {
        case .path, .rawPath: rawInputPath.map { .file(path: $0) }
        case .url(let url): .url(url)
        case .standardInput: .descriptor(0)
        case .frames: nil
        }
    }

    /// The output for FFmpeg; nil where a sink takes the frames.
    var outputTarget: OutputTarget? {
        switch output {
        case .path, .rawPath: rawOutputPath.map { .file(path: $0) }
        case .url(let url): .url(url)
        case .standardOutput: .descriptor(1)
        case .sink: nil
        }
    }

    /// Whether the input is live.
    var resolvedIsLive: Bool {
        if let isLive { return isLive }
        switch input {
        case .path, .rawPath, .standardInput: return false
        case .frames: return true
        case .url(let url):
            let lower = url.lowercased()
            guard lower.hasPrefix("http:") || lower.hasPrefix("https:") else { return true }
            let path = lower.prefix { $0 != "?" && $0 != "#" }
            return path.hasSuffix(".m3u8")
        }
    }

    /// What the gate is built with.
    func gateConfiguration(policy: SafeMediaPolicy) -> GateConfiguration {
        let isLive = resolvedIsLive
        let interval: StreamTime
        switch sampleInterval {
        case .everyFrame: interval = .zero
        case .time(let time): interval = time
        }
        var limits = GateConfiguration.Limits.standard
        let mode: GateConfiguration.Mode
        switch holdBack {
        case _ where !isLive:
            mode = .file
        case .automatic:
            mode = .live(.standard)
        case .time(let time):
            mode = .live(.fixed(time))
            limits.time = max(limits.time, time + StreamTime(seconds: 1))
            limits.frames = max(limits.frames, 512)
        case .immediate:
            mode = .immediate
        }
        let resumesAfter: StreamTime?
        switch resume {
        case .manual: resumesAfter = nil
        case .whenSafe(let delay): resumesAfter = delay
        }
        return GateConfiguration(
            policy: policy, mode: mode, sampleInterval: interval, resumesAfter: resumesAfter,
            analysisTimeout: resolvedAnalysisTimeout, limits: limits)
    }

    /// How long the model may take.
    var resolvedAnalysisTimeout: StreamTime {
        analysisTimeout ?? StreamTime(seconds: resolvedIsLive ? 2 : 30)
    }
}
