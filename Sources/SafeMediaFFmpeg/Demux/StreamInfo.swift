package import SafeMediaFrames

/// What the container says of one stream. Every number is as declared, and may be absurd.
package struct StreamInfo: Sendable {
    /// What a stream carries.
    package enum Kind: Sendable, Hashable {
        case video
        case audio
        case textSubtitle
        case pictureSubtitle
        case data
        case attachment
        case unknown

        /// Subtitles of either sort.
        package var isSubtitle: Bool { self == .textSubtitle || self == .pictureSubtitle }
    }

    /// What a stream is for.
    package struct Disposition: OptionSet, Sendable, Hashable {
        package let rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        package static let isDefault = Disposition(rawValue: 1 << 0)
        package static let dub = Disposition(rawValue: 1 << 1)
        package static let original = Disposition(rawValue: 1 << 2)
        package static let comment = Disposition(rawValue: 1 << 3)
        package static let forced = Disposition(rawValue: 1 << 6)
        package static let hearingImpaired = Disposition(rawValue: 1 << 7)
        package static let visualImpaired = Disposition(rawValue: 1 << 8)
        /// A cover, not a film.
        package static let attachedPicture = Disposition(rawValue: 1 << 10)
        package static let timedThumbnails = Disposition(rawValue: 1 << 11)
        package static let captions = Disposition(rawValue: 1 << 16)
        /// One still picture for a span of the stream.
        package static let stillImage = Disposition(rawValue: 1 << 20)
    }

    /// How the lines of a picture were taken.
    package enum FieldOrder: Sendable, Hashable {
        case unknown
        case progressive
        case topFirst
        case bottomFirst
    }

    /// What belongs to pictures only.
    package struct Video: Sendable, Hashable {
        package var width: Int
        package var height: Int
        /// As declared; nil where it is not yet known.
        package var pixelFormat: PixelFormat?
        package var color: ColorDescription
        /// The container's where it states one, else the codec's.
        package var sampleAspectRatio: Rational
        /// The container's own, which overrules every frame's where it is valid.
        package var containerAspectRatio: Rational
        package var fieldOrder: FieldOrder
        /// How the container wants the picture turned.
        package var orientation: PictureOrientation
        /// Frames the decoder may hold back for their order; as declared.
        package var reorderDelay: Int

        /// Nil where the pixel format is not known or the size is not positive.
        package var pictureFormat: PictureFormat? {
            guard let pixelFormat, width > 0, height > 0 else { return nil }
            return PictureFormat(
                width: width, height: height, pixelFormat: pixelFormat, color: color,
                sampleAspectRatio: sampleAspectRatio)
        }
    }

    /// What belongs to sound only.
    package struct Audio: Sendable, Hashable {
        package var format: AudioFormat
        /// Samples per packet, per channel; zero where it varies.
        package var frameSize: Int
        /// Samples to be thrown away at the start.
        package var initialPadding: Int
        /// Bytes per sample block, for PCM.
        package var blockAlign: Int
    }

    package var index: Int
    /// The container's own number, such as a PID.
    package var id: Int
    package var kind: Kind
    package var codecID: CodecID
    package var timeBase: Rational
    /// In `timeBase`.
    package var startTime: Int64?
    /// In `timeBase`.
    package var duration: Int64?
    package var averageFrameRate: Rational
    package var realFrameRate: Rational
    package var disposition: Disposition
    package var metadata: [String: String]
    /// Bits a second; nil where it is not stated.
    package var bitRate: Int64?
    package var profile: Int?
    package var level: Int?
    package var video: Video?
    package var audio: Audio?
    package var parameters: CodecParameters

    package var codecName: String { codecID.name }
    package var language: String? { metadata["language"] }
    package var title: String? { metadata["title"] }
    package var isAttachedPicture: Bool { disposition.contains(.attachedPicture) }
    /// A cover, a thumbnail track or a still: nothing that plays.
    package var isStill: Bool {
        !disposition.isDisjoint(with: [.attachedPicture, .timedThumbnails, .stillImage])
    }
    package var orientation: PictureOrientation { video?.orientation ?? .upright }
    package var pictureFormat: PictureFormat? { video?.pictureFormat }
}
