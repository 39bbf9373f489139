import CFFmpeg

/// What a decoder or a container must know of a stream: codec, size, extradata.
// Filled before the object exists and never written again.
package final class CodecParameters: @unchecked Sendable {
    /// Data that belongs to the whole stream, such as HDR mastering data.
    struct SideData: Sendable, Hashable {
        var kind: UInt32
        var bytes: [UInt8]
    }

    /// Never written after the object was handed out.
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    let sideData: [SideData]

    private init(owning parameters: UnsafeMutablePointer<AVCodecParameters>, sideData: [SideData]) {
        self.parameters = parameters
        self.sideData = sideData
        HandleCounter.opened()
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
        HandleCounter.closed()
    }

    static func make(
        copying source: UnsafePointer<AVCodecParameters>, sideData: [SideData] = []
    ) throws(FFmpegError) -> CodecParameters {
        let copy = CodecParameters(
            owning: try require(avcodec_parameters_alloc(), "allocate codec parameters"), sideData: sideData)
        try check(avcodec_parameters_copy(copy.parameters, source), "copy codec parameters")
        return copy
    }

    /// Those of an opened encoder or decoder.
    static func make(of context: UnsafePointer<AVCodecContext>) throws(FFmpegError) -> CodecParameters {
        let copy = CodecParameters(
            owning: try require(avcodec_parameters_alloc(), "allocate codec parameters"), sideData: [])
        try check(avcodec_parameters_from_context(copy.parameters, context), "copy codec parameters")
        return copy
    }

    static func make(of stream: UnsafePointer<AVStream>) throws(FFmpegError) -> CodecParameters {
        try make(copying: stream.pointee.codecpar, sideData: sideData(of: stream))
    }

    static func sideData(of stream: UnsafePointer<AVStream>) -> [SideData] {
        var result: [SideData] = []
        var index: Int32 = 0
        while let entry = smf_stream_side_data(stream, index) {
            index += 1
            guard let data = entry.pointee.data else { continue }
            let bytes = [UInt8](UnsafeBufferPointer(start: data, count: entry.pointee.size))
            result.append(SideData(kind: entry.pointee.type.rawValue, bytes: bytes))
        }
        return result
    }

    /// The codec.
    package var codecID: CodecID { CodecID(rawValue: parameters.pointee.codec_id.rawValue) }
    /// Bytes the decoder needs before the first packet.
    package var extradata: [UInt8] {
        guard let base = parameters.pointee.extradata, parameters.pointee.extradata_size > 0 else { return [] }
        return [UInt8](UnsafeBufferPointer(start: base, count: Int(parameters.pointee.extradata_size)))
    }

    /// The same with other extradata.
    package func with(extradata: [UInt8]) throws(FFmpegError) -> CodecParameters {
        let copy = try CodecParameters.make(copying: parameters, sideData: sideData)
        let native = copy.parameters
        av_freep(&native.pointee.extradata)
        native.pointee.extradata_size = 0
        guard !extradata.isEmpty else { return copy }
        guard let size = Int32(exactly: extradata.count) else {
            throw FFmpegError(code: SMF_ERROR_INVALID_ARGUMENT, operation: "set extradata")
        }
        let memory = try require(
            av_mallocz(extradata.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)), "allocate extradata")
        memory.copyMemory(from: extradata, byteCount: extradata.count)
        native.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
        native.pointee.extradata_size = size
        return copy
    }

    /// The same without the display matrix and all else that belongs to the whole stream.
    package func withoutSideData() throws(FFmpegError) -> CodecParameters {
        let copy = try CodecParameters.make(copying: parameters)
        smf_parameters_drop_side_data(copy.parameters)
        return copy
    }
}
