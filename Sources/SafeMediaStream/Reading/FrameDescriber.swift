import SafeMediaFFmpeg
import SafeMediaFrames
import SafeMediaGate

/// Looks at each picture as it is decoded: has it cut or flashed, or is it of another format than the one before?
struct FrameDescriber {
    struct Description {
        let isChange: Bool
        let startsAnew: Bool
    }

    private var detector = ChangeDetector()
    private var format: PictureFormat?

    mutating func describe(_ frame: SharedFrame) -> Description {
        let startsAnew = format.map { $0 != frame.format } ?? false
        format = frame.format
        if startsAnew { detector.reset() }
        let thumbnail = frame.withPicture { LumaThumbnail(of: $0) }
        // What cannot be looked at may be anything.
        let isChange = thumbnail.map { detector.isChange($0) } ?? true
        return Description(isChange: isChange, startsAnew: startsAnew)
    }
}
