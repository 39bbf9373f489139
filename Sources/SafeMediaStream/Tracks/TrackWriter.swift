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
    /// Live packets that end before this time have waited long enough for their pictures; nil where all wait.
    let overdue: StreamTime?
    /// No picture and no packet will come any more.
    let isOver: Bool
    /// Where an output that is ended early ends: what would begin there or later is left out. nil for the input's end.
    let cut: StreamTime?

    /// Whether a piece that begins at this time is left out, because the output ends before it.
    func isCutOff(_ time: StreamTime) -> Bool { cut.map { time >= $0 } ?? false }

    /// The answer for a piece of sound; never "undecided" for one that has waited long enough.
    func answer(from start: StreamTime, lasting duration: StreamTime) -> SoundTimeline.Answer {
        let answer = sound.answer(from: start, to: start + duration)
        guard answer == .undecided else { return answer }
        return hasWaitedEnough(until: start + duration) ? .silent : .undecided
    }

    /// Whether no picture will come any more that decides on what ends at this time.
    func hasWaitedEnough(until end: StreamTime) -> Bool {
        isOver || overdue.map { end < $0 } ?? false
    }
}
