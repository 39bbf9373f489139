import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

/// Encodes frames into a file with one stream.
func encode(
    _ frames: [SharedFrame], with encoder: VideoEncoder, to muxer: Muxer,
    description: (inout OutputStream) -> Void = { _ in }
) throws {
    var stream = OutputStream(encoder.parameters, timeBase: encoder.timeBase)
    stream.frameRate = encoder.frameRate
    description(&stream)
    let index = try muxer.addStream(stream)
    try muxer.writeHeader()
    var packet: SharedPacket?
    for frame in frames {
        #expect(try encoder.send(frame))
        while try encoder.receive(into: &packet) == .item {
            try muxer.write(try #require(packet), stream: index)
        }
    }
    #expect(try encoder.send(nil))
    while try encoder.receive(into: &packet) == .item {
        try muxer.write(try #require(packet), stream: index)
    }
    try muxer.finish()
}
