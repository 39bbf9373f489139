import SafeMediaFrames
import SafeMediaKit

/// Calls pictures sensitive that are red over and over: an example of a model, not a useful one.
struct RednessModel: FrameAnalyzing {
    let name = "redness"
    let sampleFormat = SampleFormat(
        channels: .rgb, size: .stretched(width: 32, height: 32), resampling: .area)

    @concurrent func analyze(_ picture: SamplePicture) async throws -> FrameVerdict {
        let starts = stride(from: 0, to: picture.bytes.count, by: 3)
        let red = starts.count { picture.bytes[$0] > 200 && picture.bytes[$0 + 1] < 60 && picture.bytes[$0 + 2] < 60 }
        let score = Double(red) / Double(picture.width * picture.height)
        let verdict = SafeMediaVerdict(
            sensitivity: score >= 0.5 ? .sensitive : .safe, contentTypes: score >= 0.5 ? [.unknownSensitive] : [],
            guidance: .none, availability: .available)
        return FrameVerdict(verdict: verdict, scores: ["red": score])
    }
}
