import SafeMediaFFmpeg
import SafeMediaFrames

/// Reads the pictures of a local file one after the other, in the order in which they are shown. One thread uses it.
final class PictureReader {
    /// A picture, and its place on the file's time line from zero.
    struct Picture {
        let frame: SharedFrame
        let time: StreamTime
        /// How the picture must be turned to be upright.
        let orientation: PictureOrientation
    }

    private let demuxer: Demuxer
    private let decoder: VideoDecoder
    private let stream: StreamInfo
    private let interrupt: Interrupt
    private var times: InputTimes
    private var isDraining = false
    /// Errors of the decoder since the last picture.
    private var errors = 0
    /// The decoder could make nothing of a part of the file, or had to guess a picture.
    private(set) var isDamaged = false

    /// How long one read may take: the file may lie on a network.
    private static let patience = Duration.seconds(30)
    private static let errorLimit = 256

    /// - Parameter takesStills: whether covers and stills count as pictures.
    /// - Returns: nil where the file has no pictures of that kind.
    static func open(
        _ path: [UInt8], takesStills: Bool, interrupt: Interrupt
    ) throws(FFmpegError) -> PictureReader? {
        interrupt.arm(after: patience)
        let demuxer = try Demuxer.open(.file(path: path), options: InputOptions(), interrupt: interrupt)
        let still = takesStills ? demuxer.streams.first { $0.kind == .video } : nil
        guard let stream = demuxer.bestVideoStream ?? still else {
            demuxer.close()
            return nil
        }
        demuxer.select([stream.index])
        return PictureReader(
            demuxer: demuxer, decoder: try VideoDecoder.make(for: stream), stream: stream, interrupt: interrupt)
    }

    private init(demuxer: Demuxer, decoder: VideoDecoder, stream: StreamInfo, interrupt: Interrupt) {
        self.demuxer = demuxer
        self.decoder = decoder
        self.stream = stream
        self.interrupt = interrupt
        times = InputTimes(start: nil, frameRate: stream.plausibleFrameRate)
    }

    deinit { demuxer.close() }

    /// The next picture; nil at the end.
    func next() throws(FFmpegError) -> Picture? {
        var frame: SharedFrame?
        while true {
            switch try skippingErrors({ () throws(FFmpegError) in try decoder.receive(into: &frame) }) {
            case .item?:
                errors = 0
                guard let decoded = frame.take(), !decoded.isDiscard else { continue }
                return picture(decoded)
            case .endOfStream?:
                return nil
            case .needsInput?:
                if isDraining { return nil }
                try feed()
            case nil:
                // What comes out of a decoder that only fails is not worth waiting for.
                if errors >= Self.errorLimit { return nil }
            }
        }
    }

    private func feed() throws(FFmpegError) {
        var packet: SharedPacket?
        repeat {
            interrupt.arm(after: Self.patience)
            if try demuxer.read(into: &packet) == .endOfStream {
                isDraining = true
                _ = try skippingErrors { () throws(FFmpegError) in try decoder.send(nil) }
                return
            }
        } while packet?.streamIndex != stream.index
        // The decoder has just asked for input, so it takes it.
        _ = try skippingErrors { () throws(FFmpegError) in try decoder.send(packet) }
    }

    /// nil where the decoder could make nothing of its input.
    private func skippingErrors<Result>(
        _ call: () throws(FFmpegError) -> Result
    ) throws(FFmpegError) -> Result? {
        do {
            return try call()
        } catch {
            guard error.isInvalidData else { throw error }
            errors += 1
            isDamaged = true
            return nil
        }
    }

    private func picture(_ frame: SharedFrame) -> Picture {
        if frame.isCorrupt { isDamaged = true }
        let time = frame.pts.flatMap { StreamTime(ticks: $0, timeBase: frame.timeBase) }
        let duration = frame.duration.flatMap { StreamTime(ticks: $0, timeBase: frame.timeBase) }
        // Photographs say themselves how they are to be turned; of videos the container does.
        let orientation = stream.orientation == .upright ? frame.orientation ?? .upright : stream.orientation
        return Picture(
            frame: frame, time: times.picture(at: time, duration: duration), orientation: orientation)
    }
}
