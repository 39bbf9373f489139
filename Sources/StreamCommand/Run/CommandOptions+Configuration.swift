package import SafeMediaFrames
package import SafeMediaStream

extension CommandOptions {
    /// The pipeline's configuration for these options.
    package func configuration(_ analyzers: [any FrameAnalyzing]) -> StreamConfiguration {
        let input: StreamInput =
            switch input {
            case .standardStream: .standardInput
            case .url(let text): .url(text)
            case .path(let bytes): String(validating: bytes, as: UTF8.self).map { .path($0) } ?? .rawPath(bytes)
            }
        let output: StreamOutput =
            switch output {
            case .standardStream: .standardOutput
            case .url(let text): .url(text)
            case .path(let bytes): String(validating: bytes, as: UTF8.self).map { .path($0) } ?? .rawPath(bytes)
            }
        var configuration = StreamConfiguration(input: input, output: output, analyzers: analyzers)
        configuration.policy = policy
        configuration.concealment = concealment
        configuration.resume = resume
        configuration.sampleInterval = sampleInterval
        configuration.holdBack = holdBack
        configuration.analysisTimeout = analysisTimeout
        configuration.mute = mute
        configuration.interrupt = interrupt
        configuration.encoder = encoder
        configuration.format = format
        configuration.isLive = isLive
        configuration.timeout = timeout
        configuration.prefersUDP = prefersUDP
        configuration.spoolsInput = spoolsInput
        return configuration
    }
}
