import CFFmpeg
package import SafeMediaFrames

/// Compressed data with its times; immutable, so that several readers may hold it.
// The packet is filled before the object exists and never written again; its bytes are reference-counted by FFmpeg.
package final class SharedPacket: @unchecked Sendable {
    /// Never written after `init`.
    let packet: UnsafeMutablePointer<AVPacket>

    /// The stream's index in its input; encoders leave it zero.
    package var streamIndex: Int { Int(packet.pointee.stream_index) }
    /// The unit of all times here.
    package let timeBase: Rational
    /// Presentation time in `timeBase`.
    package var pts: Int64? { Ticks.optional(packet.pointee.pts) }
    /// Decoding time in `timeBase`.
    package var dts: Int64? { Ticks.optional(packet.pointee.dts) }
    /// Length in `timeBase`; nil where it is not stated.
    package var duration: Int64? { packet.pointee.duration > 0 ? packet.pointee.duration : nil }
    /// Decoding may begin here.
    package var isKey: Bool { packet.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    /// The demuxer found the data damaged.
    package var isCorrupt: Bool { packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
    /// Needed for decoding, but not to be shown (edit lists, preroll).
    package var isDiscard: Bool { packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
    /// Nothing later refers to it.
    package var isDisposable: Bool { packet.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0 }
    /// Bytes of payload.
    package var size: Int { Int(max(0, packet.pointee.size)) }
    /// Where the packet began in its input, in bytes.
    package var position: Int64? { packet.pointee.pos >= 0 ? packet.pointee.pos : nil }
    /// Whether anything travels beside the payload.
    package var hasSideData: Bool { packet.pointee.side_data_elems > 0 }
    /// Whether new codec parameters travel beside the payload (a change in mid-stream).
    package var hasNewParameters: Bool {
        av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, nil) != nil
            || av_packet_get_side_data(packet, AV_PKT_DATA_PARAM_CHANGE, nil) != nil
    }
    /// Samples to be thrown away at the start and the end of the decoded packet, as gapless sound states it.
    package var skippedSamples: (start: Int, end: Int) {
        var size = 0
        guard let data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 10 else {
            return (0, 0)
        }
        func littleEndian(_ offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
        }
        return (littleEndian(0), littleEndian(4))
    }

    /// Takes over a packet, which must be reference-counted (or empty) and filled.
    init(owning packet: UnsafeMutablePointer<AVPacket>, timeBase: Rational) {
        self.packet = packet
        self.timeBase = timeBase
        HandleCounter.opened()
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        HandleCounter.closed()
    }

    /// Moves a filled packet out of a working one, which is blank afterwards.
    static func take(
        from working: UnsafeMutablePointer<AVPacket>, timeBase: Rational
    ) throws(FFmpegError) -> SharedPacket {
        let packet = try require(av_packet_alloc(), "allocate packet")
        av_packet_move_ref(packet, working)
        let shared = SharedPacket(owning: packet, timeBase: timeBase)
        try check(av_packet_make_refcounted(packet), "keep packet")
        return shared
    }

    /// A packet of the given bytes.
    package static func make(
        bytes: [UInt8], pts: Int64?, dts: Int64?, duration: Int64? = nil, timeBase: Rational, isKey: Bool = true,
        streamIndex: Int = 0
    ) throws(FFmpegError) -> SharedPacket {
        guard let size = Int32(exactly: bytes.count), size < Int32.max - AV_INPUT_BUFFER_PADDING_SIZE else {
            throw FFmpegError(code: SMF_ERROR_INVALID_ARGUMENT, operation: "make packet")
        }
        let packet = try require(av_packet_alloc(), "allocate packet")
        let shared = SharedPacket(owning: packet, timeBase: timeBase)
        try check(av_new_packet(packet, size), "allocate packet")
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            packet.pointee.data.update(from: base.assumingMemoryBound(to: UInt8.self), count: source.count)
        }
        packet.pointee.pts = Ticks.native(pts)
        packet.pointee.dts = Ticks.native(dts)
        packet.pointee.duration = duration ?? 0
        packet.pointee.flags = isKey ? AV_PKT_FLAG_KEY : 0
        packet.pointee.stream_index = Int32(clamping: streamIndex)
        return shared
    }

    /// The same data with other times.
    package func with(pts: Int64?, dts: Int64?, duration: Int64? = nil) throws(FFmpegError) -> SharedPacket {
        try with(pts: pts, dts: dts, duration: duration, timeBase: timeBase)
    }

    /// The same data with times in another time base.
    package func with(
        pts: Int64?, dts: Int64?, duration: Int64?, timeBase: Rational
    ) throws(FFmpegError) -> SharedPacket {
        let copy = try require(av_packet_clone(packet), "copy packet")
        copy.pointee.pts = Ticks.native(pts)
        copy.pointee.dts = Ticks.native(dts)
        copy.pointee.duration = duration ?? 0
        return SharedPacket(owning: copy, timeBase: timeBase)
    }

    /// The same times with other data; what travelled beside the old data is left out.
    package func replacing(bytes: [UInt8]) throws(FFmpegError) -> SharedPacket {
        try .make(
            bytes: bytes, pts: pts, dts: dts, duration: duration, timeBase: timeBase, isKey: isKey,
            streamIndex: streamIndex)
    }

    /// Lends the payload for the length of the call.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: packet.pointee.data, count: size))
    }
}
