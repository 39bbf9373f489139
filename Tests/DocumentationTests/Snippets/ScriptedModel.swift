import SafeMediaFrames
import SafeMediaKit

/// Says of each picture what the test wants said at its time.
struct ScriptedModel: FrameAnalyzing {
    let name = "scripted"
    let sampleFormat = SampleFormat(
        channels: .gray, size: .stretched(width: 8, height: 8), resampling: .area)
    let verdict: @Sendable (StreamTime) throws -> SafeMediaVerdict

    @concurrent func analyze(_ picture: SamplePicture) async throws -> FrameVerdict {
        FrameVerdict(verdict: try verdict(picture.time))
    }
}
