import CZBar
public import SafeMediaFrames
import SafeMediaKit

/// Reads QR codes `SAFEMEDIA-TEST:CONTENT` in place of judging a picture, so that the whole product can be seen at
/// work with nothing explicit in sight.
///
/// CONTENT is `NUDITY`, `SEXUALLYEXPLICIT`, `GOREORVIOLENCE` or `UNKNOWNSENSITIVE` (the verdict is sensitive, with that
/// content type), `UNKNOWN` (the verdict is unknown), `ERROR` (the call throws) or `HANG` (the call never returns).
/// Other content after the prefix counts as `UNKNOWNSENSITIVE`; other codes count for nothing. Of several codes in one
/// picture the strictest holds: sensitive, then hang, error and unknown.
public struct TestPatternAnalyzer: FrameAnalyzing {
    /// How it is called in events.
    public let name = "test-pattern"

    /// Luma, no more than 960 pixels along the longer side. Measured on moving 720p pictures out of H.264 at crf 23 to
    /// 36, also blurred, dark, noisy, turned and skewed: whole codes that cover a twentieth of the picture were read without
    /// exception, at 13 ms a picture; at 1280 pixels a scan takes 22 ms, at 640 it takes 6.
    public let sampleFormat = SampleFormat(
        channels: .gray, size: .limited(longerSide: 960), resampling: .bilinear)

    private let delay: Duration
    private let mutesAudio: Bool

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - delay: how long each answer is held back, to try the behaviour with a slow model.
    ///   - mutesAudio: whether sensitive verdicts ask for silence.
    public init(delay: Duration = .zero, mutesAudio: Bool = false) {
        self.delay = delay
        self.mutesAudio = mutesAudio
    }

    /// Reads the picture's codes.
    ///
    /// - Throws: an `AnalyzerError` where a code says `ERROR`, or the sample is not a gray one.
    @concurrent public func analyze(_ picture: SamplePicture) async throws -> FrameVerdict {
        if delay > .zero { try await Task.sleep(for: delay) }
        let found = try QRCode.all(in: picture).compactMap { code in
            TestPatternContent(payload: code.payload).map { (content: $0, code: code) }
        }
        let contents = Set(found.map(\.content))
        let types = contents.compactMap { if case .sensitive(let type) = $0 { type } else { nil } }
        if types.isEmpty {
            if contents.contains(.hang) { await neverReturn() }
            if contents.contains(.error) { throw AnalyzerError("the test pattern asked for an error") }
        }
        return FrameVerdict(
            verdict: verdict(contentTypes: Set(types), isUnknown: contents.contains(.unknown)),
            scores: Dictionary(uniqueKeysWithValues: contents.map { ($0.label, 1) }),
            regions: found.compactMap { region(of: $0.code, label: $0.content.label, in: picture) })
    }

    private func verdict(contentTypes: Set<SafeMediaContentType>, isUnknown: Bool) -> SafeMediaVerdict {
        guard contentTypes.isEmpty else {
            let guidance = SafeMediaGuidance(
                shouldIndicateSensitivity: true, shouldInterruptVideo: true, shouldMuteAudio: mutesAudio)
            return SafeMediaVerdict(
                sensitivity: .sensitive, contentTypes: contentTypes, guidance: guidance, availability: .available)
        }
        return SafeMediaVerdict(
            sensitivity: isUnknown ? .unknown : .safe, contentTypes: [], guidance: .none, availability: .available)
    }

    private func region(of code: QRCode, label: String, in picture: SamplePicture) -> FrameVerdict.Region? {
        let across = code.corners.map { min(max($0.x, 0), picture.width) }
        let down = code.corners.map { min(max($0.y, 0), picture.height) }
        guard let left = across.min(), let right = across.max(), let top = down.min(), let bottom = down.max() else {
            return nil
        }
        let (width, height) = (Double(picture.width), Double(picture.height))
        return FrameVerdict.Region(
            x: Double(left) / width, y: Double(top) / height, width: Double(right - left) / width,
            height: Double(bottom - top) / height, label: label, score: 1)
    }

    /// Suspends for good, whatever becomes of the task: this is what a model looks like that hangs. No thread waits, so
    /// the process can still exit.
    private func neverReturn() async -> Never {
        while true {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
    }
}
