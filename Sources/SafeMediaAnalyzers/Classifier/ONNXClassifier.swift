public import Foundation
public import SafeMediaFrames
public import SafeMediaKit
import Synchronization

/// A classifier of pictures from an ONNX file, run by OpenVINO on the processor.
///
/// A JSON file beside the ONNX file says what the model is given and what its scores mean; `Models/open-nsfw.json` is
/// an example. The runtime and the model are opened when the model is first asked for its availability or given a
/// picture, not before. One instance may serve several pipelines at once.
public final class ONNXClassifier: FrameAnalyzing {
    /// The description's name for it.
    public let name: String
    /// The whole picture in RGB; the resizing is the classifier's own.
    public let sampleFormat: SampleFormat

    private let description: ClassifierDescription
    private let directory: URL?
    private let locator: ResourceLocator
    private let threads: Int
    private let preparer: InputPreparer
    private let reader: ScoreReader

    private enum State {
        case idle
        case failed(AnalyzerError)
        case ready(CompiledModel)
    }
    private let state = Mutex(State.idle)
    private let opening = NSLock()

    /// The embedded default: Yahoo's open_nsfw, which tells pornographic pictures from others.
    ///
    /// - Parameters:
    ///   - threshold: the score from which on a picture is sensitive, 0 to 1; nil for the model's own, 0.5.
    ///   - threads: threads of one inference, at least 1.
    /// - Throws: an `AnalyzerError` where the threshold is not from 0 to 1.
    public static func openNSFW(threshold: Double? = nil, threads: Int = 1) throws(AnalyzerError) -> ONNXClassifier {
        let json = Data(EmbeddedModels.openNSFW.utf8)
        guard case .classifier(let description) = try ModelDescription(json: json, file: "open-nsfw") else {
            throw AnalyzerError("open-nsfw: the embedded description is not a classifier's")
        }
        return try ONNXClassifier(description, directory: nil, threshold: threshold, threads: threads)
    }

    /// A classifier described by a JSON file.
    ///
    /// - Parameters:
    ///   - file: the description; the ONNX file it names lies beside it, or where models are looked for.
    ///   - threshold: the score from which on a picture is sensitive, 0 to 1; nil for the description's.
    ///   - threads: threads of one inference, at least 1.
    /// - Throws: an `AnalyzerError` that names the file and the key, where the description is not a classifier's.
    public convenience init(description file: URL, threshold: Double? = nil, threads: Int = 1) throws(AnalyzerError) {
        guard case .classifier(let description) = try ModelDescription(contentsOf: file) else {
            throw AnalyzerError("\(file.path): kind is not \"classifier\"")
        }
        try self.init(
            description, directory: file.deletingLastPathComponent(), threshold: threshold, threads: threads)
    }

    /// A classifier as described.
    package init(
        _ description: ClassifierDescription, directory: URL?, threshold: Double?, threads: Int,
        locator: ResourceLocator = .current
    ) throws(AnalyzerError) {
        var description = description
        if let threshold {
            guard threshold >= 0, threshold <= 1 else {
                throw AnalyzerError("the threshold is \(threshold); it must be from 0 to 1")
            }
            description.sensitiveFrom = threshold
            description.unknownFrom = description.unknownFrom.map { min($0, threshold) }
        }
        self.description = description
        self.directory = directory
        self.locator = locator
        self.threads = min(max(threads, 1), 256)
        name = description.name
        preparer = InputPreparer(input: description.input, preprocessing: description.preprocessing)
        reader = ScoreReader(description)
        sampleFormat = preparer.sampleFormat
    }

    /// Why the model is not available: what was looked for, where, and what to do, in one line. nil before it was asked,
    /// and while it is available.
    public var unavailability: String? {
        state.withLock { if case .failed(let error) = $0 { error.description } else { nil } }
    }

    /// Opens the runtime and the model, unless that is done. A failure is tried again each time.
    ///
    /// - Throws: an `AnalyzerError` that says what is missing and what to do.
    public func prepare() throws(AnalyzerError) {
        _ = try readyModel()
    }

    /// Available when the runtime and the model could be opened; else `unavailability` says why not.
    @concurrent public func availability() async -> SafeMediaAvailability {
        do {
            try prepare()
            return .available
        } catch {
            return .unavailable(.missingFramework)
        }
    }

    /// Judges a picture, and once more in parts where its description has a closer look and the score asks for it.
    ///
    /// - Throws: an `AnalyzerError` where the model is not available, fails, or gives what is no score.
    @concurrent public func analyze(_ picture: SamplePicture) async throws -> FrameVerdict {
        let model = try readyModel()
        let scores = try scores(of: picture, model)
        guard let closerLook = description.closerLook,
            closerLook.isDue(score: reader.combined(scores), sensitiveFrom: description.sensitiveFrom)
        else { return reader.verdict(scores) }
        var parts: [[Double]] = []
        for crop in closerLook.crops { parts.append(try self.scores(of: try crop.applied(to: picture), model)) }
        return reader.verdict(scores, closer: parts)
    }

    private func scores(of picture: SamplePicture, _ model: CompiledModel) throws(AnalyzerError) -> [Double] {
        let pixels = try preparer.pixels(of: picture)
        return try reader.scores(try model.infer { preparer.write(pixels, to: $0) })
    }

    private func readyModel() throws(AnalyzerError) -> CompiledModel {
        if let model = openedModel { return model }
        // Others wait here while one opens, but not who only asks for `unavailability`.
        opening.lock()
        defer { opening.unlock() }
        if let model = openedModel { return model }
        do throws(AnalyzerError) {
            let model = try open()
            state.withLock { $0 = .ready(model) }
            return model
        } catch {
            state.withLock { $0 = .failed(error) }
            throw error
        }
    }

    private var openedModel: CompiledModel? {
        state.withLock { if case .ready(let model) = $0 { model } else { nil } }
    }

    private func open() throws(AnalyzerError) -> CompiledModel {
        let runtime = try OpenVINORuntime.open(locator)
        let (found, places) = locator.model(description.onnx, besideDescription: directory)
        guard let found else {
            throw AnalyzerError(
                "the model file \(description.onnx) was not found in \(places.joined(separator: ", ")); "
                    + "run scripts/bootstrap, or set \(ResourceLocator.modelsVariable) to its folder")
        }
        if let expected = description.sha256 {
            let actual = try SHA256Digest.hexadecimal(ofFile: found.path)
            guard actual == expected else {
                throw AnalyzerError(
                    "\(found.path) is not the model described: its SHA-256 is \(actual), not \(expected)")
            }
        }
        let loaded = try LoadedModel.read(
            found.path, input: description.input, output: description.output, count: description.labels.count,
            runtime: runtime)
        let exact = try CompiledModel.compile(loaded, options: .init(precision: .f32, threads: threads))
        guard description.precision == .auto, try runtime.hasBF16() else { return exact }
        let quick = try CompiledModel.compile(loaded, options: .init(precision: .bf16, threads: threads))
        return try PrecisionCheck(preparer: preparer, reader: reader).agree(exact, quick) ? quick : exact
    }
}
