import SafeMediaConceal
import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// Makes of each released frame the picture that a viewer sees: the frame itself in the output's format, or what stands in
/// its place. One thread uses it.
final class PictureStage {
    /// The output's size, samples and colour, which never change during a run.
    let format: PictureFormat
    /// Turned into the picture where the output cannot say it.
    private let orientation: PictureOrientation
    /// Ready pictures get their times when they are encoded.
    private static let untimed = Rational(1, 1_000_000_000)
    private let converter = PictureConverter()
    private let board: DecisionBoard

    /// The last picture that left in the clear, as it left.
    private var lastClear: SharedFrame?
    private var blank: SharedFrame?
    private var slates: [String?: SharedFrame] = [:]

    init(format: PictureFormat, orientation: PictureOrientation, board: DecisionBoard) {
        self.format = format
        self.orientation = orientation
        self.board = board
    }

    /// The picture to show; its times are not set.
    func picture(for unit: VideoUnit, _ treatment: Treatment) throws(FFmpegError) -> SharedFrame {
        switch treatment.picture {
        case .clear:
            let picture = try fitted(unit.frame)
            if !treatment.isRevealed { lastClear = picture }
            return picture
        case .unverified:
            // Nobody has judged it, so it is nothing to freeze on.
            return try fitted(unit.frame)
        case .concealed:
            return try replacement(for: unit.frame, board.concealment(for: treatment.decision))
        }
    }

    /// The frame in the output's format; the very same samples where it is in that format already.
    private func fitted(_ frame: SharedFrame) throws(FFmpegError) -> SharedFrame {
        if PictureConverter.isIdentity(frame.format, format, orientation: orientation) { return frame }
        return try converter.convert(frame, to: format, orientation: orientation).share()
    }

    private func replacement(
        for frame: SharedFrame, _ concealment: Concealment
    ) throws(FFmpegError) -> SharedFrame {
        switch concealment {
        case .blank:
            return try blankPicture()
        case .freeze:
            if let lastClear { return lastClear }
            return try blankPicture()
        case .blur:
            return try painted(frame) { BlurPainter().paint($0.readOnly, into: $0) }
        case .mosaic:
            return try painted(frame) { MosaicPainter().paint($0.readOnly, into: $0) }
        case .slate(let path):
            return try slate(path)
        }
    }

    private func painted(
        _ frame: SharedFrame, _ paint: (MutablePictureView) -> Void
    ) throws(FFmpegError) -> SharedFrame {
        guard format.pixelFormat.canBePainted else { return try blankPicture() }
        var picture = try converter.convert(frame, to: format, orientation: orientation)
        picture.withMutablePicture(paint)
        return try picture.share()
    }

    private func blankPicture() throws(FFmpegError) -> SharedFrame {
        if let blank { return blank }
        var picture = try WritableFrame.make(format, timeBase: Self.untimed)
        picture.withMutablePicture { BlankPainter.paint($0) }
        let shared = try picture.share()
        blank = shared
        return shared
    }

    private func slate(_ path: String?) throws(FFmpegError) -> SharedFrame {
        if let ready = slates[path] { return ready }
        let shared: SharedFrame
        if let path {
            shared = try converter.convert(try StillPicture.read(path), to: format).share()
        } else {
            var picture = try WritableFrame.make(format, timeBase: Self.untimed)
            picture.withMutablePicture { SlatePainter.paint($0) }
            shared = try picture.share()
        }
        slates[path] = shared
        return shared
    }
}
