import SafeMediaFFmpeg
import SafeMediaFrames

/// The opened output: encoder, tracks and container. The header is written with the first picture, which settles what the
/// video is. One thread uses it.
final class MediaOutput: PictureDestination {
    private let plan: OutputPlan
    private let settings: EncoderSettings
    private let muxer: Muxer
    private let deadline: OutputDeadline
    private let clock: StageClock
    private let used: (Int) -> Void
    private let mute: MuteRule

    private var video: VideoTrack?
    /// The tracks besides the video, by the input's stream index.
    private var writers: [(stream: Int, output: Int, writer: any TrackWriter)] = []
    private var order: PacketOrder
    /// Packets that came before the first picture.
    private var early: [TrackPacket] = []

    /// How much of one track may wait for another: live output must not be held back by a silent track.
    private static let livePatience = StreamTime(nanoseconds: 250_000_000)
    private static let filePatience = StreamTime(seconds: 10)

    /// Opens the output's file or address.
    ///
    /// - Parameter used: told of the bytes of each packet that waits no more.
    init(
        plan: OutputPlan, target: OutputTarget, configuration: StreamConfiguration, deadline: OutputDeadline,
        clock: StageClock,
        used: @escaping (Int) -> Void
    ) throws(FFmpegError) {
        self.plan = plan
        self.deadline = deadline
        self.clock = clock
        self.used = used
        settings = configuration.encoder
        mute = configuration.mute
        order = PacketOrder(patience: plan.isLive ? Self.livePatience : Self.filePatience)
        var options = OutputOptions()
        options.isLive = plan.isLive
        deadline.arm()
        muxer = try Muxer.open(
            target, format: configuration.format, options: options, interrupt: deadline.interrupt)
        muxer.setMetadata(plan.title.map { ["title": $0] } ?? [:])
        try muxer.setChapters(plan.chapters)
    }

    /// Opens the encoder for pictures like this one, and writes the header.
    func begin(
        like frame: SharedFrame
    ) throws(FFmpegError) -> (format: PictureFormat, orientation: PictureOrientation) {
        let encoder = try VideoEncoder.make(encoderConfiguration(like: frame))
        video = VideoTrack(encoder: encoder)
        var stream = OutputStream(encoder.parameters, timeBase: encoder.timeBase)
        stream.frameRate = encoder.frameRate
        stream.orientation = plan.video.statedOrientation
        stream.sampleAspectRatio = encoder.format.sampleAspectRatio
        if let source = plan.video.stream { stream.metadata = Self.named(source) }
        stream.disposition = [.isDefault]
        _ = try muxer.addStream(stream)
        order.addTrack(isSparse: false)
        for track in plan.tracks { try add(track) }
        deadline.arm()
        try muxer.writeHeader()
        take(early)
        early = []
        return (encoder.format, plan.video.bakedOrientation)
    }

    private static func named(_ stream: StreamInfo) -> [String: String] {
        stream.metadata.filter { ["language", "title"].contains($0.key) }
    }

    private func encoderConfiguration(like frame: SharedFrame) -> VideoEncoderConfiguration {
        var format = frame.format
        if plan.video.bakedOrientation.swapsSides {
            (format.width, format.height) = (format.height, format.width)
            let ratio = format.sampleAspectRatio
            if ratio.isValid { format.sampleAspectRatio = Rational(ratio.denominator, ratio.numerator) }
        }
        if !format.sampleAspectRatio.isValid, let stated = plan.video.stream?.video?.sampleAspectRatio {
            format.sampleAspectRatio = stated
        }
        var configuration = VideoEncoderConfiguration(
            encoder: plan.video.encoder, format: format, timeBase: plan.video.timeBase)
        configuration.frameRate = plan.video.frameRate
        if frame.isInterlaced { configuration.fieldOrder = frame.isTopFieldFirst ? .topFirst : .bottomFirst }
        configuration.crf = settings.crf
        configuration.preset = settings.preset ?? Self.preset(of: plan.video.encoder)
        configuration.options = settings.options.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        configuration.isLive = plan.isLive
        if plan.container.forbidsBFrames || plan.isLive { configuration.maxBFrames = 0 }
        if plan.isLive, let rate = plan.video.frameRate?.value, rate <= 240 {
            // Readers that join late wait for a key frame.
            configuration.keyInterval = max(Int((rate * 2).rounded()), 1)
        }
        configuration.hasGlobalHeader = muxer.container.wantsGlobalHeader
        return configuration
    }

    /// Fast presets: what is concealed is gone either way, and two cores should carry a live stream.
    private static func preset(of encoder: String) -> String? {
        ["libx264": "veryfast", "libx265": "ultrafast"][encoder]
    }

    private func add(_ track: OutputPlan.Track) throws(FFmpegError) {
        let writer: any TrackWriter
        var stream: OutputStream
        switch track.treatment {
        case .copiedSound(let silence, let headers):
            writer = CopiedSound(
                timeBase: track.stream.timeBase, silence: silence, headers: headers, isSilenced: isSilenced, used: used)
            stream = OutputStream(track.stream.parameters, timeBase: track.stream.timeBase)
        case .encodedSound(let encoder):
            let sound = try EncodedSound(
                stream: track.stream, encoder: encoder, hasGlobalHeader: muxer.container.wantsGlobalHeader,
                isSilenced: isSilenced, used: used)
            writer = sound
            stream = OutputStream(sound.parameters, timeBase: sound.timeBase)
        case .subtitles(let converter):
            writer = TextSubtitles(timeBase: track.stream.timeBase, converter: converter, used: used)
            stream = OutputStream(converter?.parameters ?? track.stream.parameters, timeBase: track.stream.timeBase)
        }
        stream.metadata = Self.named(track.stream)
        stream.disposition = track.stream.disposition
        let output = try muxer.addStream(stream)
        order.addTrack(isSparse: track.stream.kind.isSubtitle)
        writers.append((track.stream.index, output, writer))
    }

    /// The same answer for all sound, where the rule gives one.
    private var isSilenced: Bool? {
        switch mute {
        case .automatic: nil
        case .always: true
        case .never: false
        }
    }

    // MARK: Writing

    /// Encodes a picture and writes what is due.
    func write(
        _ picture: SharedFrame, at time: StreamTime, duration: StreamTime?, isConcealed: Bool
    ) throws(FFmpegError) {
        guard let video else { return }
        let outputs = try clock.measure(.encode) { () throws(FFmpegError) in
            try video.encode(picture, at: time, duration: duration, isConcealed: isConcealed)
        }
        append(outputs, track: 0)
        try clock.measure(.write) { () throws(FFmpegError) in try drain() }
    }

    /// Takes packets of the other tracks.
    func take(_ packets: [TrackPacket]) {
        guard video != nil else {
            early += packets
            return
        }
        for packet in packets {
            if let entry = writers.first(where: { $0.stream == packet.packet.streamIndex }) {
                entry.writer.append(packet)
            } else {
                used(packet.packet.size)
            }
        }
    }

    /// Writes what the other tracks may give by now.
    func advance(_ state: TrackState) throws(FFmpegError) {
        guard video != nil else { return }
        for entry in writers { append(try entry.writer.advance(state), track: entry.output) }
        try drain()
    }

    private func append(_ outputs: [TrackOutput], track: Int) {
        for output in outputs { order.append(output.packet, track: track, time: output.time) }
    }

    private func drain() throws(FFmpegError) {
        while let (packet, track) = order.next() {
            deadline.arm()
            try muxer.write(packet, stream: track)
        }
    }

    /// Ends all tracks and the output.
    func finish(_ state: TrackState) throws(FFmpegError) {
        guard let video else { return try muxer.finish() }
        append(try video.finish(), track: 0)
        order.end(track: 0)
        for entry in writers {
            append(try entry.writer.advance(state), track: entry.output)
            append(try entry.writer.finish(), track: entry.output)
            order.end(track: entry.output)
        }
        try drain()
        deadline.arm()
        try muxer.finish()
    }

    /// Ends the output as well as can be after a failure.
    func abandon() {
        deadline.arm()
        // The failure that led here is the one to be told of.
        try? muxer.finish()
    }
}
