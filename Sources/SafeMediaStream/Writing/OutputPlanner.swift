import SafeMediaFFmpeg
import SafeMediaFrames

/// Makes the plan of an output from the input's streams, by the table of what each container holds.
struct OutputPlanner {
    let configuration: StreamConfiguration
    let isLive: Bool

    private static let fallbackTimeBase = Rational(1, 90_000)

    /// Plans an output.
    ///
    /// - Parameters:
    ///   - input: the opened input; nil where frames are pushed.
    ///   - video: the stream that is analysed; nil where frames are pushed.
    func plan(
        target: OutputTarget, streams: [StreamInfo], video: StreamInfo?, frameRate: Rational?, chapters: [Chapter],
        metadata: [String: String]
    ) throws(StreamError) -> OutputPlan {
        let container = try container(for: target)
        var notices: [String] = []
        let picture = try plan(video: video, frameRate: frameRate, in: container, &notices)
        var tracks: [OutputPlan.Track] = []
        for stream in streams where stream.index != video?.index {
            if let track = plan(stream, in: container, &notices) { tracks.append(track) }
        }
        limit(&tracks, in: container, &notices)
        if !chapters.isEmpty, !container.holdsChapters {
            notices.append("\(container.name) holds no chapters; they are left out")
        }
        return OutputPlan(
            container: container, isLive: isLive, video: picture, tracks: tracks,
            chapters: container.holdsChapters ? chapters : [], title: metadata["title"], notices: notices)
    }

    private func container(for target: OutputTarget) throws(StreamError) -> OutputContainer {
        if let container = OutputContainer(target: target, format: configuration.format) { return container }
        if let format = configuration.format {
            throw StreamError(
                .invalidConfiguration, "there is no container '\(format)'; try mp4, matroska, webm, mpegts or flv")
        }
        if case .descriptor = target {
            throw StreamError(
                .invalidConfiguration,
                "standard output has no name to tell the container by; name it with --format (mpegts, matroska, mp4, flv)"
            )
        }
        throw StreamError(
            .invalidConfiguration,
            "the output's name does not tell its container; let it end in .mp4, .mkv, .webm, .ts, .flv or .m3u8, or name it with --format"
        )
    }

    // MARK: Video

    private func plan(
        video: StreamInfo?, frameRate: Rational?, in container: OutputContainer, _ notices: inout [String]
    ) throws(StreamError) -> OutputPlan.Video {
        let encoder = try encoder(for: video, in: container, &notices)
        let orientation = video?.orientation ?? .upright
        let isStated = container.holdsRotation || orientation == .upright
        let timeBase = video.map(\.timeBase).flatMap { Self.isUsable($0) ? $0 : nil } ?? Self.fallbackTimeBase
        return OutputPlan.Video(
            stream: video, encoder: encoder, frameRate: frameRate, timeBase: timeBase,
            statedOrientation: isStated ? orientation : .upright,
            bakedOrientation: isStated ? .upright : orientation)
    }

    /// Whether times in this unit neither collide nor overflow.
    private static func isUsable(_ timeBase: Rational) -> Bool {
        guard let value = timeBase.value else { return false }
        return value <= 0.005 && value >= 1e-7
    }

    private func encoder(
        for video: StreamInfo?, in container: OutputContainer, _ notices: inout [String]
    ) throws(StreamError) -> String {
        if let name = configuration.encoder.name {
            guard CodecCapabilities.hasEncoder(name), let codec = CodecCapabilities.codec(ofEncoder: name) else {
                throw StreamError(
                    .invalidConfiguration,
                    "there is no encoder '\(name)' here; 'ffmpeg -encoders' lists those there are")
            }
            guard container.canHold(codec) else {
                throw StreamError(
                    .invalidConfiguration,
                    "\(container.name) cannot hold \(codec.name); choose another encoder or another container")
            }
            return name
        }
        let codec = video?.codecID ?? .h264
        guard let name = CodecCapabilities.videoEncoder(like: codec, isAllowed: { container.canHold($0) }) else {
            throw StreamError(
                .unsupportedOutput, "no encoder here makes video that \(container.name) holds; choose another container"
            )
        }
        if let made = CodecCapabilities.codec(ofEncoder: name), made != codec {
            let reason =
                container.canHold(codec) ? "there is no encoder for it here" : "\(container.name) cannot hold it"
            notices.append("the video is encoded as \(made.name) instead of \(codec.name): \(reason)")
        }
        return name
    }

    // MARK: Other tracks

    private func plan(
        _ stream: StreamInfo, in container: OutputContainer, _ notices: inout [String]
    ) -> OutputPlan.Track? {
        switch stream.kind {
        case .audio:
            return plan(sound: stream, in: container, &notices)
        case .textSubtitle:
            return plan(subtitles: stream, in: container, &notices)
        case .pictureSubtitle:
            notices.append("picture subtitles are pictures that nobody has judged; they are left out")
        case .video:
            notices.append(
                stream.isStill
                    ? "attached pictures are left out: nobody has judged them"
                    : "only one video track is analysed; the others are left out")
        case .data, .attachment, .unknown:
            notices.append("data tracks and attachments are left out")
        }
        return nil
    }

    private func plan(
        subtitles stream: StreamInfo, in container: OutputContainer, _ notices: inout [String]
    ) -> OutputPlan.Track? {
        if container.subtitles.contains(stream.codecID) {
            return OutputPlan.Track(stream: stream, treatment: .subtitles(nil))
        }
        guard let codec = container.subtitles.first else {
            notices.append("\(container.name) holds no text subtitles; they are left out")
            return nil
        }
        guard let converter = try? SubtitleConverter.make(from: stream, to: codec) else {
            notices.append("subtitles in \(stream.codecName) cannot be written to \(container.name); they are left out")
            return nil
        }
        return OutputPlan.Track(stream: stream, treatment: .subtitles(converter))
    }

    private func plan(
        sound stream: StreamInfo, in container: OutputContainer, _ notices: inout [String]
    ) -> OutputPlan.Track? {
        guard CodecCapabilities.hasDecoder(stream.codecID) else {
            notices.append("there is no decoder for sound in \(stream.codecName); the track is left out")
            return nil
        }
        if container.canHold(stream.codecID), let track = copy(of: stream, in: container) { return track }
        guard
            let encoder = CodecCapabilities.audioEncoder(like: stream.codecID, isAllowed: { container.canHold($0) })
        else {
            notices.append("no encoder here makes sound that \(container.name) holds; the track is left out")
            return nil
        }
        if let made = CodecCapabilities.codec(ofEncoder: encoder), made != stream.codecID {
            notices.append("sound in \(stream.codecName) is encoded as \(made.name)")
        }
        return OutputPlan.Track(stream: stream, treatment: .encodedSound(encoder: encoder))
    }

    /// The track passed on; nil where it must be encoded again.
    private func copy(of stream: StreamInfo, in container: OutputContainer) -> OutputPlan.Track? {
        var stream = stream
        var headers: ADTSFrames?
        if ADTSFrames.areIn(stream), !container.holdsADTS {
            headers = ADTSFrames(stream)
            guard let parameters = try? headers?.describing(stream.parameters) else { return nil }
            stream.parameters = parameters
        }
        if configuration.mute == .never {
            return OutputPlan.Track(stream: stream, treatment: .copiedSound(nil, headers: headers))
        }
        return SilentPackets.make(for: stream, example: nil).map {
            OutputPlan.Track(stream: stream, treatment: .copiedSound($0, headers: headers))
        }
    }

    /// FLV takes one track of sound.
    private func limit(
        _ tracks: inout [OutputPlan.Track], in container: OutputContainer, _ notices: inout [String]
    ) {
        guard container.name == "flv" else { return }
        var hasSound = false
        let count = tracks.count
        tracks.removeAll { track in
            guard track.stream.kind == .audio else { return false }
            defer { hasSound = true }
            return hasSound
        }
        if tracks.count < count { notices.append("flv holds one track of sound; the others are left out") }
    }
}
