public import SafeMediaFrames
public import SafeMediaKit

/// Everything a pipeline needs to know before it starts.
public struct StreamConfiguration: Sendable {
    /// Where pictures and sound come from.
    public var input: StreamInput
    /// Where the concealed stream goes.
    public var output: StreamOutput
    /// The models; where there are several, each judges every sample and the strictest verdict wins. Without any,
    /// analysis is unavailable.
    public var analyzers: [any FrameAnalyzing]

    /// What is done about verdicts, where the app runs an engine of its own on `StreamPipeline.streamAnalyzer`;
    /// `StreamPipeline.start(policy:applying:)` brings its own.
    public var policy = SafeMediaPolicy.teenMessaging
    /// What stands in place of concealed pictures.
    public var concealment = Concealment.blank
    /// What opens the gate after sensitive content has closed it.
    public var resume = ResumeRule.manual
    /// How often frames are sampled.
    public var sampleInterval = SampleInterval.standard
    /// How long live frames are held.
    public var holdBack = HoldBack.automatic
    /// How long the model may take to answer, counted from hand-over or its last answer, whichever is later; nil means
    /// 2 s for live input and 30 s for files.
    public var analysisTimeout: StreamTime?
    /// When the sound is silenced.
    public var mute = MuteRule.automatic
    /// What a policy that blocks or interrupts does to the run.
    public var interrupt = InterruptRule.conceal
    /// How video is encoded.
    public var encoder = EncoderSettings()
    /// FFmpeg's name of the output's container; nil means by the output's name.
    public var format: String?
    /// Whether the input is live; nil means: pushed frames and network addresses are, HTTP playlists (`.m3u8`) among them,
    /// but not other HTTP addresses, files and pipes.
    public var isLive: Bool?
    /// How long the input or the output may stand still before the run ends as failed.
    public var timeout = StreamTime(seconds: 10)
    /// RTSP input over UDP instead of TCP.
    public var prefersUDP = false
    /// Standard input is written to a temporary file first, so that containers that need seeking can be read.
    public var spoolsInput = false
    /// Called for each event, in order, from a thread of the pipeline's; it must return soon.
    public var observer: (@Sendable (StreamEvent) -> Void)?

    /// Makes a configuration of the parts that have no default.
    public init(input: StreamInput, output: StreamOutput, analyzers: [any FrameAnalyzing]) {
        self.input = input
        self.output = output
        self.analyzers = analyzers
    }
}
