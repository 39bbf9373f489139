/// What a test clip shows and how it is encoded. Equal descriptions are made once per test run.
struct ClipDescription: Hashable, Sendable {
    /// A QR code of `SAFEMEDIA-TEST:<content>` stands in the middle of these frames.
    struct Trigger: Hashable, Sendable {
        var frames: Range<Int>
        var content: String = "SEXUALLYEXPLICIT"
    }

    var frameCount: Int
    var width = 640
    var height = 360
    var rate = FrameRate(25)
    var triggers: [Trigger] = []
    var hasSound = true
    /// The file's extension, by which ffmpeg chooses its container.
    var container = "mp4"
    var video = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-g", "50", "-bf", "2"]
    var audio = ["-c:a", "aac", "-b:a", "128k"]
    /// More output options of ffmpeg.
    var more: [String] = []

    init(seconds: Double, rate: FrameRate = FrameRate(25)) {
        self.rate = rate
        frameCount = Int((seconds * rate.value).rounded())
    }

    /// Small, for tests that need many clips: a module of the trigger still has three pixels.
    static func small(seconds: Double, rate: FrameRate = FrameRate(25)) -> Self {
        var clip = ClipDescription(seconds: seconds, rate: rate)
        (clip.width, clip.height) = (320, 180)
        return clip
    }

    /// Adds a trigger, given in seconds: frames whose time lies in the range.
    func showing(_ seconds: Range<Double>, _ content: String = "SEXUALLYEXPLICIT") -> Self {
        var copy = self
        // A time such as 2.2 s lies a rounding error beside its frame.
        func first(_ seconds: Double) -> Int { Int((seconds * rate.value - 1e-6).rounded(.up)) }
        let frames = first(seconds.lowerBound)..<first(seconds.upperBound)
        copy.triggers.append(Trigger(frames: frames, content: content))
        return copy
    }

    /// The triggers' times, in seconds.
    var spans: [Range<Double>] {
        triggers.map { $0.frames.clamped(to: 0..<frameCount) }.map {
            Double($0.lowerBound) / rate.value..<Double($0.upperBound) / rate.value
        }
    }

    /// The numbers of the frames that show a trigger.
    var sensitiveFrames: Set<Int> {
        Set(triggers.flatMap { $0.frames.clamped(to: 0..<frameCount) })
    }

    var seconds: Double { Double(frameCount) / rate.value }
    var barcode: FrameBarcode { FrameBarcode(width: width, height: height) }
}

/// Frames a second, as a fraction: 30000/1001 is no whole number.
struct FrameRate: Hashable, Sendable {
    var numerator: Int
    var denominator: Int

    init(_ numerator: Int, over denominator: Int = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    static let ntsc = FrameRate(30_000, over: 1001)

    var value: Double { Double(numerator) / Double(denominator) }
    /// As ffmpeg reads it.
    var text: String { "\(numerator)/\(denominator)" }
}

/// A clip that has been made.
struct Clip: Sendable {
    var path: String
    var description: ClipDescription
}
