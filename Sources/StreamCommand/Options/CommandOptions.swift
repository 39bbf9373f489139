package import SafeMediaFrames
package import SafeMediaKit
package import SafeMediaStream

/// A checked command line.
package struct CommandOptions: Sendable {
    /// What to do at all.
    package enum Request: Sendable {
        case help
        case version
        case run(CommandOptions)
    }

    /// One of the models to judge with.
    package enum Analyzer: Sendable, Hashable {
        case openNSFW
        case testPattern
        /// A model's description, by its path.
        case model(String)

        /// As the catalogue of models wants it.
        package var name: String {
            switch self {
            case .openNSFW: "open-nsfw"
            case .testPattern: "test-pattern"
            case .model(let path): path
            }
        }
    }

    /// Where events go.
    package enum EventDestination: Sendable, Hashable {
        case standardOutput
        /// One of the descriptors that the command was started with: `/dev/stderr`, `/dev/fd/N`.
        case descriptor(Int32)
        case path([UInt8])
    }

    /// How much is printed.
    package enum Verbosity: Sendable, Hashable {
        case quiet, normal, verbose
    }

    package var input: MediaArgument
    package var output: MediaArgument

    package var analyzers: [Analyzer] = [.openNSFW]
    package var policy = SafeMediaPolicy.teenMessaging
    /// The policy's name or file, for messages.
    package var policyName = "teenMessaging"
    package var threshold: Double?
    package var sampleInterval = SampleInterval.standard
    package var holdBack = HoldBack.automatic
    package var analysisTimeout: StreamTime?

    package var concealment = Concealment.blank
    package var mute = MuteRule.automatic
    package var resume = ResumeRule.whenSafe(StreamTime(seconds: 1))
    package var interrupt = InterruptRule.conceal

    package var isLive: Bool?
    package var timeout = StreamTime(seconds: 10)
    package var prefersUDP = false
    package var spoolsInput = false

    package var format: String?
    /// Copying was asked for by name.
    package var wantsCopy = false
    /// Copying was ruled out by name.
    package var refusesCopy = false
    package var encoder = EncoderSettings()

    package var events: EventDestination?
    package var control: [UInt8]?
    package var printsStatistics = false
    package var showsProgress = true
    package var verbosity = Verbosity.normal

    package init(input: MediaArgument, output: MediaArgument) {
        self.input = input
        self.output = output
    }
}
