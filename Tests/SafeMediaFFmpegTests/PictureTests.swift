import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@Suite("Pictures as decoders hand them out")
struct PictureTests {
    private let media: Media

    init() throws { media = try Media() }

    /// Left half red, right half blue, the upper quarter white.
    private let flag =
        "color=red:size=64x48,drawbox=x=32:y=0:w=32:h=48:color=blue:t=fill,drawbox=x=0:y=0:w=64:h=12:color=white:t=fill"

    private func pixel(_ picture: SamplePicture, _ x: Int, _ y: Int) -> [Int] {
        let start = (y * picture.width + x) * picture.channels.count
        return picture.bytes[start..<start + picture.channels.count].map(Int.init)
    }

    private func isNear(_ pixel: [Int], _ wanted: [Int], by tolerance: Int = 12) -> Bool {
        zip(pixel, wanted).allSatisfy { abs($0 - $1) <= tolerance }
    }

    private func sample(
        _ frame: SharedFrame, _ size: SampleFormat.Size, orientation: PictureOrientation = .upright,
        channels: SampleFormat.Channels = .rgb
    ) throws -> SamplePicture {
        try FrameScaler().sample(
            frame, format: SampleFormat(channels: channels, size: size, resampling: .bilinear),
            orientation: orientation, time: .zero)
    }

    @Test(
        "Samples show the right colours in the right places",
        arguments: [
            ("rgb.avi", ["-c:v", "rawvideo", "-pix_fmt", "bgr24"]),
            ("pal.avi", ["-c:v", "rawvideo", "-pix_fmt", "pal8"]),
            ("ten.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p10le"]),
            ("four.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv444p"]),
            ("full.mkv", ["-c:v", "mjpeg", "-q:v", "1", "-pix_fmt", "yuvj420p"]),
            ("limited.mp4", ["-c:v", "libx264", "-qp", "1", "-pix_fmt", "yuv420p"]),
            ("anim.gif", []),
            ("still.png", ["-frames:v", "1"]),
        ])
    func colours(name: String, options: [String]) throws {
        let source = try media.make(name, ["-f", "lavfi", "-i", "\(flag),format=rgb24", "-t", "0.2"] + options)
        let frame = try #require(try DecodedFile.decode(.file(source)).frames.first)
        if name == "pal.avi" { frame.withPicture { #expect($0.planes.count == 2) } }
        let picture = try sample(frame, .stretched(width: 64, height: 48))
        #expect(isNear(pixel(picture, 16, 30), [255, 0, 0]))
        #expect(isNear(pixel(picture, 48, 30), [0, 0, 255]))
        #expect(isNear(pixel(picture, 16, 4), [255, 255, 255]))
        let gray = try sample(frame, .stretched(width: 64, height: 48), channels: .gray)
        #expect(isNear(pixel(gray, 16, 4), [255]))
        #expect(pixel(gray, 16, 30)[0] > pixel(gray, 48, 30)[0])
    }

    @Test("A picture stored bottom up is seen the right way up")
    func bottomUp() throws {
        // The command writes the height as negative, "top down"; positive, the same lines are bottom up.
        let source = try media.make(
            "up.avi",
            ["-f", "lavfi", "-i", "\(flag),format=bgr24,vflip", "-t", "0.2", "-c:v", "rawvideo", "-pix_fmt", "bgr24"])
        var bytes = try Data(contentsOf: URL(fileURLWithPath: source))
        let header = Data([64, 0, 0, 0, 0xD0, 0xFF, 0xFF, 0xFF, 1, 0, 24, 0])
        let place = try #require(bytes.range(of: header))
        bytes.replaceSubrange(place, with: Data([64, 0, 0, 0, 48, 0, 0, 0, 1, 0, 24, 0]))
        try bytes.write(to: URL(fileURLWithPath: source))
        let frame = try #require(try DecodedFile.decode(.file(source)).frames.first)
        frame.withPicture { #expect($0.planes[0].stride < 0) }
        let picture = try sample(frame, .stretched(width: 64, height: 48))
        #expect(isNear(pixel(picture, 16, 4), [255, 255, 255]))
        #expect(isNear(pixel(picture, 16, 30), [255, 0, 0]))
        #expect(isNear(pixel(picture, 48, 30), [0, 0, 255]))
        let copy = try WritableFrame(copying: frame).share()
        #expect(copy.samples(0, width: 192, height: 48) == frame.samples(0, width: 192, height: 48))
    }

    @Test("An odd size is decoded, sampled and encoded as it is")
    func oddSize() throws {
        let source = try media.make(
            "odd.mkv",
            [
                "-f", "lavfi", "-i", "testsrc2=size=80x60:rate=10:duration=0.5,format=yuv444p,scale=67:49,setsar=1",
                "-pix_fmt",
                "yuv444p", "-c:v", "libx264",
            ])
        let decoded = try DecodedFile.decode(.file(source))
        #expect(try decoded.format.width == 67)
        #expect(try decoded.format.height == 49)
        let frame = try #require(decoded.frames.first)
        #expect(try sample(frame, .limited(longerSide: 1000)).width == 67)
        let shrunk = try sample(frame, .limited(longerSide: 33))
        #expect(shrunk.width == 33)
        #expect(shrunk.height == 24)
        let copy = try WritableFrame(copying: frame).share()
        #expect(copy.samples(0, width: 67, height: 49) == frame.samples(0, width: 67, height: 49))
    }

    @Test(
        "Every orientation a container can state is read, undone in samples, and written again",
        arguments: [
            PictureOrientation(quarterTurns: 0), PictureOrientation(quarterTurns: 1),
            PictureOrientation(quarterTurns: 2),
            PictureOrientation(quarterTurns: 3), PictureOrientation(isMirrored: true),
            PictureOrientation(isMirrored: true, quarterTurns: 1),
            PictureOrientation(isMirrored: true, quarterTurns: 2),
            PictureOrientation(isMirrored: true, quarterTurns: 3),
        ])
    func orientations(orientation: PictureOrientation) throws {
        // The viewer shall see the flag, so it is stored turned back.
        let back =
            (["", "transpose=2", "transpose=2,transpose=2", "transpose=1"][orientation.quarterTurns]
            + (orientation.isMirrored ? ",hflip" : "")).trimmingCharacters(in: CharacterSet(charactersIn: ","))
        let filter = flag + (back.isEmpty ? "" : "," + back)
        let source = try media.make(
            "in.mp4",
            [
                "-f", "lavfi", "-i", filter, "-t", "0.2",
                "-c:v", "libx264", "-qp", "1", "-pix_fmt", "yuv420p",
            ])
        let plain = try DecodedFile.decode(.file(source))
        let target = media.path("turned.mp4")
        let muxer = try Muxer.open(.file(target), interrupt: Interrupt())
        #expect(muxer.container.holdsRotation)
        var stream = OutputStream(plain.stream.parameters, timeBase: plain.stream.timeBase)
        stream.orientation = orientation
        let index = try muxer.addStream(stream)
        try muxer.writeHeader()
        for packet in plain.packets { try muxer.write(packet, stream: index) }
        try muxer.finish()

        let turned = try DecodedFile.decode(.file(target))
        #expect(turned.stream.orientation == orientation)
        let frame = try #require(turned.frames.first)
        let picture = try sample(frame, .limited(longerSide: 64), orientation: turned.stream.orientation)
        #expect(picture.width == 64)
        #expect(picture.height == 48)
        #expect(isNear(pixel(picture, 16, 30), [255, 0, 0]))
        #expect(isNear(pixel(picture, 48, 30), [0, 0, 255]))
        #expect(isNear(pixel(picture, 16, 4), [255, 255, 255]))

        // What FFmpeg's own tools make of the matrix is the same picture.
        let shown = try media.make("shown.mkv", ["-i", target, "-c:v", "ffv1"])
        let reference = try #require(try DecodedFile.decode(.file(shown)).frames.first)
        let seen = try sample(reference, .limited(longerSide: 64))
        #expect(isNear(pixel(seen, 16, 30), [255, 0, 0]))
        #expect(isNear(pixel(seen, 16, 4), [255, 255, 255]))

        // And the converter turns it for outputs that cannot say so.
        var format = frame.format
        (format.width, format.height) = (64, 48)
        let upright = try PictureConverter().convert(frame, to: format, orientation: orientation).share()
        let converted = try sample(upright, .stretched(width: 64, height: 48))
        #expect(isNear(pixel(converted, 16, 30), [255, 0, 0], by: 24))
        #expect(isNear(pixel(converted, 48, 30), [0, 0, 255], by: 24))
    }

    @Test("Another shape is fitted between black bars")
    func bars() throws {
        let source = try media.make(
            "in.mkv",
            ["-f", "lavfi", "-i", "color=white:size=64x64:duration=0.2", "-c:v", "ffv1", "-pix_fmt", "yuv420p"])
        let frame = try #require(try DecodedFile.decode(.file(source)).frames.first)
        var format = frame.format
        (format.width, format.height) = (128, 64)
        format.sampleAspectRatio = Rational(1, 1)
        let wide = try PictureConverter().convert(frame, to: format).share()
        let rows = wide.samples(0, width: 128, height: 64)
        #expect(rows.flatMap { $0[0..<32] + $0[96...] }.allSatisfy { $0 == 16 })
        #expect(rows.flatMap { $0[36..<92] }.allSatisfy { $0 > 230 })
    }

    @Test("A model's picture keeps the shape of pixels that are not square")
    func pixelShape() throws {
        let source = try media.make(
            "in.mkv",
            [
                "-f", "lavfi", "-i", "color=white:size=72x56:duration=0.2,setsar=64/45", "-c:v", "ffv1", "-pix_fmt",
                "yuv444p",
            ])
        let frame = try #require(try DecodedFile.decode(.file(source)).frames.first)
        let limited = try sample(frame, .limited(longerSide: 500))
        #expect(limited.width == 72)
        #expect(limited.height == 39)
        let padded = try sample(frame, .padded(width: 50, height: 50))
        #expect(isNear(pixel(padded, 49, 10), [255, 255, 255]))
        #expect(pixel(padded, 10, 49) == [0, 0, 0])
    }

    @Test("The same picture gives the same bytes, whatever came before")
    func deterministic() throws {
        let decoded = try DecodedFile.decode(.file(try media.clip("in.mp4", size: "320x240")))
        let format = SampleFormat(channels: .rgb, size: .stretched(width: 50, height: 41), resampling: .area)
        let scaler = FrameScaler()
        let first = try decoded.frames.map {
            try scaler.sample($0, format: format, orientation: .upright, time: .zero).bytes
        }
        let second = try decoded.frames.reversed().map {
            try FrameScaler().sample($0, format: format, orientation: .upright, time: .zero).bytes
        }
        #expect(first == second.reversed())
    }

    @Test("A picture larger than allowed is refused before it is decoded")
    func tooLarge() throws {
        let source = try media.clip("in.mp4")
        var options = VideoDecoderOptions()
        options.maxPixels = 64 * 47
        let error = #expect(throws: FFmpegError.self) {
            _ = try DecodedFile.decode(.file(source), options: options)
        }
        #expect(error?.isUnsupported == true)
    }

    @Test(
        "Depth, chroma and range survive where the encoder can keep them",
        arguments: [
            ("libx264", "yuv420p10le", "yuv420p10le"), ("libx264", "yuv444p", "yuv444p"),
            ("libx265", "yuv420p12le", "yuv420p12le"), ("libx264", "yuv420p12le", "yuv420p10le"),
            ("libx264", "yuv411p", "yuv422p"), ("mpeg2video", "yuv420p10le", "yuv420p"),
            ("ffv1", "yuv420p16le", "yuv420p16le"),
            ("libx264", "gray", "gray"), ("libvpx-vp9", "yuv422p10le", "yuv422p10le"), ("libx264", "pal8", "yuv444p"),
        ])
    func negotiation(encoder: String, format: String, chosen: String) throws {
        let wanted = try #require(PixelFormat.named(format))
        #expect(CodecCapabilities.pixelFormat(forEncoder: encoder, like: wanted)?.name == chosen)
    }
}
