import Foundation
import SafeMediaAnalyzers
import SafeMediaFFmpeg
public import SafeMediaFrames
public import SafeMediaKit

/// Judges images and videos with the models that judge streams, for `SafeMediaEngine`.
///
/// The models are given the same samples that a stream would give them: decoded by FFmpeg, upright, scaled by the same
/// code. Several models judge each picture, and the strictest verdict wins.
///
/// Of a video the first and the last picture are judged, every picture that cuts or flashes, the pictures on both sides
/// of a gap, and one in each `sampleInterval`. The strictest of their verdicts is the video's, and the first sensitive
/// one ends the analysis. Of an animated image all this holds as well. A video that is partly damaged is never safe: what
/// was not judged may be seen in another player, so it is unknown.
///
/// Decoding and models run on threads of their own, and one instance serves any number of evaluations at once.
public struct ModelMediaAnalyzer: SafeMediaAnalyzing {
    private let models: [any FrameAnalyzing]
    private let sampleInterval: StreamTime
    private let timeout: StreamTime
    private let abandoned = AbandonedCalls()

    /// One second: cuts and flashes between are found without it, so that it bounds only what fades in slowly.
    public static let standardInterval = StreamTime(nanoseconds: 1_000_000_000)

    /// Makes an analyzer.
    ///
    /// - Parameters:
    ///   - models: what judges; without any, analysis is unavailable.
    ///   - sampleInterval: the longest part of a video of which no picture is judged; zero judges every picture.
    ///   - timeout: how long a model may take over one picture.
    public init(
        models: [any FrameAnalyzing], sampleInterval: StreamTime = Self.standardInterval,
        timeout: StreamTime = StreamTime(seconds: 30)
    ) {
        self.models = models
        self.sampleInterval = max(sampleInterval, .zero)
        self.timeout = max(timeout, .zero)
    }

    /// Available where every model is; the first that is not decides.
    @concurrent public func availability() async -> SafeMediaAvailability {
        await ModelAvailability.ask(models)
    }

    /// Judges an image or a video.
    ///
    /// - Throws: `SafeMediaError.imageLoadingFailed` where an image cannot be read or decoded; `.unsupportedMediaType`
    ///   for an address that is no local file and a file without moving pictures; `.analysisFailed` where a video cannot
    ///   be read or a model fails; `CancellationError` when the task is cancelled.
    @concurrent public func analyze(_ source: SafeMediaSource) async throws -> SafeMediaVerdict {
        let executor = ThreadExecutor(name: "media")
        defer { executor.stop() }
        let interrupt = Interrupt()
        let work = Task(executorPreference: executor) { try await self.judge(source, interrupt) }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
            interrupt.cancel()
        }
    }

    // MARK: On the analysis's own thread

    private func judge(_ source: SafeMediaSource, _ interrupt: Interrupt) async throws -> SafeMediaVerdict {
        try Task.checkCancellation()
        switch source {
        case .image(let image):
            let frame: SharedFrame
            do { frame = try SharedFrame.copying(image) } catch { throw SafeMediaError.imageLoadingFailed }
            return try await judge(frame, FrameScaler(), .upright, .zero).verdict
        case .imageFile(let url):
            return try await judgePictures(of: url, isImage: true, interrupt)
        case .videoFile(let url):
            return try await judgePictures(of: url, isImage: false, interrupt)
        }
    }

    private func judgePictures(
        of url: URL, isImage: Bool, _ interrupt: Interrupt
    ) async throws -> SafeMediaVerdict {
        guard url.isFileURL else { throw SafeMediaError.unsupportedMediaType }
        do {
            guard let reader = try PictureReader.open(url.pathBytes, takesStills: isImage, interrupt: interrupt) else {
                throw isImage ? SafeMediaError.imageLoadingFailed : .unsupportedMediaType
            }
            return try await judge(reader, isImage: isImage)
        } catch let error as FFmpegError {
            if Task.isCancelled { throw CancellationError() }
            throw isImage ? SafeMediaError.imageLoadingFailed : .analysisFailed("the video cannot be read: \(error)")
        }
    }

    private func judge(_ reader: PictureReader, isImage: Bool) async throws -> SafeMediaVerdict {
        let scaler = FrameScaler()
        var choice = SampleChoice(interval: sampleInterval)
        var describer = FrameDescriber()
        var strictestYet: FrameVerdict?
        /// The picture before, where it has not been judged.
        var skipped: PictureReader.Picture?

        func isSensitive(_ picture: PictureReader.Picture) async throws -> Bool {
            // Scores and regions belong to one picture.
            let verdict = FrameVerdict(
                verdict: try await judge(picture.frame, scaler, picture.orientation, picture.time).verdict)
            strictestYet = strictest([strictestYet, verdict].compactMap { $0.map { ("", $0) } })
            return verdict.verdict.sensitivity == .sensitive
        }

        reading: do {
            while let picture = try reader.next() {
                try Task.checkCancellation()
                let description = describer.describe(picture.frame)
                if let before = skipped,
                    choice.needsOneBefore(picture.time, startsAnew: description.startsAnew),
                    try await isSensitive(before)
                {
                    break reading
                }
                skipped = picture
                if choice.takes(picture.time, isChange: description.isChange, startsAnew: description.startsAnew) {
                    skipped = nil
                    if try await isSensitive(picture) { break reading }
                }
            }
            if let last = skipped, try await isSensitive(last) { break reading }
        }
        guard var verdict = strictestYet?.verdict else {
            throw isImage
                ? SafeMediaError.imageLoadingFailed : .analysisFailed("the video has no picture that can be decoded")
        }
        if reader.isDamaged, !isImage, verdict.sensitivity == .safe { verdict.sensitivity = .unknown }
        return verdict
    }

    /// What all models say of one picture.
    private func judge(
        _ frame: SharedFrame, _ scaler: FrameScaler, _ orientation: PictureOrientation, _ time: StreamTime
    ) async throws -> FrameVerdict {
        guard !models.isEmpty else { throw SafeMediaError.analysisFailed("there is no model") }
        guard abandoned.count < AbandonedCalls.limit else {
            throw SafeMediaError.analysisFailed("a model has not returned from earlier calls")
        }
        var verdicts: [(model: String, verdict: FrameVerdict)] = []
        for (index, model) in models.enumerated() {
            do {
                let picture = try scaler.sample(
                    frame, format: model.sampleFormat, orientation: orientation, time: time)
                let verdict = try await ModelCall.run(
                    model, index: index, picture, limit: timeout, abandoned: abandoned)
                verdicts.append((model.name, verdict))
            } catch {
                try Task.checkCancellation()
                if error is SafeMediaError { throw error }
                throw SafeMediaError.analysisFailed("\(model.name): \(error)")
            }
        }
        return strictest(verdicts)
    }
}

extension URL {
    /// The path as the file system has it.
    fileprivate var pathBytes: [UInt8] {
        withUnsafeFileSystemRepresentation { path in
            path.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
        }
    }
}

extension SharedFrame {
    /// A picture in memory as a frame.
    fileprivate static func copying(_ image: SafeMediaPixelImage) throws(FFmpegError) -> SharedFrame {
        guard let pixels = PixelFormat.named("rgb24") else {
            throw FFmpegError(code: -1, operation: "read image", detail: "FFmpeg knows no rgb24")
        }
        let format = PictureFormat(
            width: image.width, height: image.height, pixelFormat: pixels, color: ColorDescription(range: .full))
        var picture = try WritableFrame.make(format, timeBase: Rational(1, 1_000_000_000))
        let rowBytes = image.width * 3
        picture.withMutablePicture { picture in
            image.rgb.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, let plane = picture.planes.first else { return }
                for y in 0..<image.height {
                    plane.line(y).copyMemory(from: base + y * rowBytes, byteCount: rowBytes)
                }
            }
        }
        return try picture.share()
    }
}
