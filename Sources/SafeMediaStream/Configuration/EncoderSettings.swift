/// How video is encoded. Whatever is nil follows the input.
public struct EncoderSettings: Sendable, Hashable {
    /// FFmpeg's name of the encoder, such as `libx264`.
    public var name: String?
    /// Constant rate factor, in the encoder's own scale, such as 0 to 51 of `libx264`; lower is better.
    public var crf: Double?
    /// Preset, in the encoder's own words.
    public var preset: String?
    /// Further options of the encoder, by name. One that the encoder does not know is an error.
    public var options: [String: String]

    /// Makes settings.
    public init(name: String? = nil, crf: Double? = nil, preset: String? = nil, options: [String: String] = [:]) {
        self.name = name
        self.crf = crf
        self.preset = preset
        self.options = options
    }
}
