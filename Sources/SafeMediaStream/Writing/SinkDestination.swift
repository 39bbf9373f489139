import SafeMediaConceal
import SafeMediaFFmpeg
import SafeMediaFrames

/// Gives pictures to a sink of the app's.
final class SinkDestination: PictureDestination {
    private let sink: any FrameSink
    private let clock: StageClock
    private let used: (Int) -> Void

    init(sink: any FrameSink, clock: StageClock, used: @escaping (Int) -> Void) {
        self.sink = sink
        self.clock = clock
        self.used = used
    }

    func begin(like frame: SharedFrame) throws -> (format: PictureFormat, orientation: PictureOrientation) {
        var format = frame.format
        // What cannot be painted could not be concealed.
        if !format.pixelFormat.canBePainted, let common = PixelFormat.named("yuv444p16le") {
            format.pixelFormat = common
        }
        return (format, .upright)
    }

    func write(_ picture: SharedFrame, at time: StreamTime, duration: StreamTime?, isConcealed: Bool) throws {
        do {
            try clock.measure(.write) { try sink.receive(picture, at: time, isConcealed: isConcealed) }
        } catch {
            throw StreamError(.output, "the sink took no more frames: \(error)", underlying: error)
        }
    }

    func take(_ packets: [TrackPacket]) {
        for packet in packets { used(packet.packet.size) }
    }

    func advance(_ state: TrackState) throws {}

    func finish(_ state: TrackState) throws {
        sink.finish()
    }

    func abandon() {
        sink.finish()
    }
}
