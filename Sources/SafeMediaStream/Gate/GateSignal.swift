import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// What the gate asks of its surroundings, with the pictures that the pure gate does not know.
enum GateSignal: Sendable {
    /// Give this picture to the models.
    case sample(SampleRequest)
    /// Anything else.
    case effect(GateEffect)
}

/// A picture for the models.
struct SampleRequest: Sendable {
    let index: Int
    let session: Int
    let frame: SharedFrame
    let time: StreamTime
}
