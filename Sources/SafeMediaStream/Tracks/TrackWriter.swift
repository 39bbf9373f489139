import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// Turns one track's packets, other than the video's, into what the output may hold of it. One thread uses it.
protocol TrackWriter: AnyObject {
    /// Takes a packet of the input.
    func append(_ packet: TrackPacket)

    /// What can be written by now, in order.
    func advance(_ state: TrackState) throws(FFmpegError) -> [TrackOutput]

    /// The last packets, after everything was advanced over.
    func finish() throws(FFmpegError) -> [TrackOutput]
}

extension TrackWriter {
    func finish() throws(FFmpegError) -> [TrackOutput] { [] }
}

/// A packet for the output, with its decoding time on the output's time line.
struct TrackOutput {
    let packet: SharedPacket
    let time: StreamTime
}

/// What decides on sound and subtitles at one moment.
struct TrackState {
    /// Where the sound is silent.
    let sound: SoundTimeline
    /// Where the picture is concealed.
    let pictures: SoundTimeline
    /// Live packets that arrived before this moment of the monotonic clock have waited long enough for their pictures.
    let overdue: StreamTime?
    /// No picture and no packet will come any more.
    let isOver: Bool

    /// The answer for a piece of sound; never "undecided" for one that has waited long enough.
    ///
    /// - Parameters:
    ///   - arrival: when it was read, on the monotonic clock.
    func answer(
        from start: StreamTime, lasting duration: StreamTime, arrival: StreamTime
    ) -> SoundTimeline.Answer {
        let answer = sound.answer(from: start, to: start + duration)
        guard answer == .undecided else { return answer }
        return isOver || overdue.map { arrival < $0 } ?? false ? .silent : .undecided
    }
}
