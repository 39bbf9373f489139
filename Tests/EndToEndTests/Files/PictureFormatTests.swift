import Foundation
import Testing

extension Lanes.Files {
    /// Pictures that are turned, stretched, deep or odd.
    @Suite struct PictureFormatTests {
        static func clip(_ more: [String], video: [String]? = nil, container: String = "mp4") -> ClipDescription {
            var clip = ClipDescription.small(seconds: 3.5).showing(1..<1.5)
            clip.more = more
            clip.container = container
            if let video { clip.video = video }
            return clip
        }

        /// The mean difference of luma between a clear frame of an output and the same of its source, both as a player
        /// shows them.
        private func difference(_ output: String, _ source: String, width: Int, height: Int) async throws -> Double {
            let one = try await FrameReader.luma(of: output, frame: 10, width: width, height: height)
            let other = try await FrameReader.luma(of: source, frame: 10, width: width, height: height)
            let sum = zip(one.pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            return Double(sum) / Double(width * height)
        }

        @Test(arguments: ["90", "180", "270"])
        func aRotationIsStatedInMP4AndPaintedElsewhere(degrees: String) async throws {
            let clip = Self.clip([])
            let made = try await ClipMaker.clip(clip)
            let folder = try TemporaryFolder()
            let source = folder.file("in.mp4")
            try await ffmpeg(["-i", made.path, "-c", "copy", "-metadata:s:v:0", "rotate=\(degrees)", source])
            let rotation = try #require(try await MediaFacts.of(source).video?.rotation)
            try #require(rotation != 0)
            let (width, height) = degrees == "180" ? (320, 180) : (180, 320)

            let stated = try await Screening.run(source, showing: clip, to: "out.mp4")
            #expect(try await MediaFacts.of(stated.output).video?.rotation == rotation)
            #expect(try await difference(stated.output, source, width: width, height: height) < 5)
            try await OutputReader.report(on: stated.output, madeFrom: clip, input: ["-noautorotate"])
                .expectWhole(clip)

            let painted = try await Screening.run(source, showing: clip, to: "out.mkv")
            let facts = try #require(try await MediaFacts.of(painted.output).video)
            #expect(facts.rotation == 0)
            #expect(facts.width == width && facts.height == height)
            #expect(try await difference(painted.output, source, width: width, height: height) < 5)
            let back = [90: "transpose=clock", -90: "transpose=cclock"][rotation] ?? "hflip,vflip"
            try await OutputReader.report(on: painted.output, madeFrom: clip, filter: back).expectWhole(clip)
        }

        @Test(arguments: ["mp4", "mkv", "ts"])
        func shapeAndColourAreCarried(container: String) async throws {
            let clip = Self.clip(
                [
                    "-vf", "setsar=4/3", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
                    "-color_range", "tv",
                ], container: container)
            let run = try await Screening.run(clip)
            let video = try #require(try await MediaFacts.of(run.output).video)
            #expect(video.sampleAspectRatio == "4:3")
            #expect(video.colorSpace == "bt709" && video.colorPrimaries == "bt709" && video.colorTransfer == "bt709")
            #expect(video.colorRange == "tv")
            try await run.report().expectWhole(clip)
        }

        static let hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"]

        @Test(arguments: [(nil, "h264"), (hevc, "hevc")])
        func tenBitsStayTen(video: [String]?, codec: String) async throws {
            let clip = Self.clip(["-pix_fmt", "yuv420p10le"], video: video, container: "mkv")
            let run = try await Screening.run(clip, ["--conceal", "blur"])
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            let facts = try #require(try await MediaFacts.of(run.output).video)
            #expect(facts.pixelFormat == "yuv420p10le" && facts.codecName == codec)
            try await run.report().expectWhole(clip)
        }

        @Test(arguments: ["blank", "blur", "mosaic"])
        func oddSizes(conceal: String) async throws {
            let full = Self.clip(["-vf", "format=yuv444p,pad=321:181", "-pix_fmt", "yuv444p"])
            let halved = Self.clip(
                ["-vf", "scale=321:181"],
                video: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2M"], container: "mkv")
            for (clip, filter) in [(full, "crop=320:180:0:0"), (halved, "null")] {
                let run = try await Screening.run(clip, ["--conceal", conceal])
                #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
                let facts = try #require(try await MediaFacts.of(run.output).video)
                #expect(facts.width == 321 && facts.height == 181)
                try await OutputReader.report(on: run.output, madeFrom: clip, filter: filter).expectWhole(clip)
            }
        }

        @Test func fullRangeStaysFullAndItsBlankIsBlack() async throws {
            let clip = Self.clip(["-vf", "scale=in_range=tv:out_range=pc,format=yuvj420p", "-pix_fmt", "yuvj420p"])
            let run = try await Screening.run(clip)
            #expect(try await MediaFacts.of(run.output).video?.colorRange == "pc")
            try await run.report().expectWhole(clip)
            let blank = try await FrameReader.luma(of: run.output, frame: 30, like: clip)
            #expect(blank.pixels.allSatisfy { (15...18).contains($0) })
            let source = try await ClipMaker.clip(clip).path
            #expect(try await difference(run.output, source, width: 320, height: 180) < 4)
        }
    }
}
