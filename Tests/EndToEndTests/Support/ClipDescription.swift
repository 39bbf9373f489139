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
    var framesPerSecond = 25
    var triggers: [Trigger] = []
    var hasSound = true
    /// The file's extension, by which ffmpeg chooses its container.
    var container = "mp4"
    var video = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-g", "50", "-bf", "2"]
    var audio = ["-c:a", "aac", "-b:a", "128k"]
    /// More output options of ffmpeg.
    var more: [String] = []

    init(seconds: Double, framesPerSecond: Int = 25) {
        self.framesPerSecond = framesPerSecond
        frameCount = Int((seconds * Double(framesPerSecond)).rounded())
    }

    /// Adds a trigger, given in seconds: frames whose time lies in the range.
    func showing(_ seconds: Range<Double>, _ content: String = "SEXUALLYEXPLICIT") -> Self {
        var copy = self
        let rate = Double(framesPerSecond)
        // A time such as 2.2 s lies a rounding error beside its frame.
        func first(_ seconds: Double) -> Int { Int((seconds * rate - 1e-6).rounded(.up)) }
        let frames = first(seconds.lowerBound)..<first(seconds.upperBound)
        copy.triggers.append(Trigger(frames: frames, content: content))
        return copy
    }

    /// The numbers of the frames that show a trigger.
    var sensitiveFrames: Set<Int> {
        Set(triggers.flatMap { $0.frames.clamped(to: 0..<frameCount) })
    }

    var seconds: Double { Double(frameCount) / Double(framesPerSecond) }
    var barcode: FrameBarcode { FrameBarcode(width: width, height: height) }
}

/// A clip that has been made.
struct Clip: Sendable {
    var path: String
    var description: ClipDescription
}
