import Foundation
import SafeMediaFFmpeg
import SafeMediaFrames
import Testing

@Suite("Opening inputs")
struct InputTests {
    @Test(
        "A path is opened as it stands, whatever it looks like",
        arguments: ["a:b.mp4", "-x.mp4", "http:x.mp4", "p?q#%d.mp4"])
    func oddNames(name: String) throws {
        let media = try Media()
        let source = try media.clip("in.mp4")
        try FileManager.default.moveItem(atPath: source, toPath: media.path(name))
        let demuxer = try Demuxer.open(.file(media.path(name)), interrupt: Interrupt())
        #expect(demuxer.streams.count == 2)
    }

    @Test("A path need not be UTF-8")
    func bytesAsPath() throws {
        let media = try Media()
        let source = try media.clip("in.mp4")
        let bytes = Array(media.directory.path.utf8) + [0x2F, 0xFF, 0xFE, 0x2E, 0x6D, 0x70, 0x34]
        let data = try Data(contentsOf: URL(fileURLWithPath: source))
        let file = (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { fopen($0.baseAddress, "w") }
        }
        let opened = try #require(file)
        data.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, opened) }
        fclose(opened)
        let demuxer = try Demuxer.open(.file(path: bytes), interrupt: Interrupt())
        #expect(demuxer.bestVideoStream?.codecID == .h264)
    }

    @Test("A playlist is refused, whatever its name")
    func playlists() throws {
        let media = try Media()
        let source = try media.clip("in.mp4")
        let segment = try media.clip("segment.ts")
        let texts = [
            "list.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(segment)\n#EXT-X-ENDLIST\n",
            "concat.mp4": "ffconcat version 1.0\nfile '\(source)'\n",
            "session.mp4": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n",
        ]
        for (name, text) in texts {
            try Data(text.utf8).write(to: URL(fileURLWithPath: media.path(name)))
            let error = #expect(throws: FFmpegError.self) {
                _ = try Demuxer.open(.file(media.path(name)), interrupt: Interrupt())
            }
            #expect(error?.isInvalidData == true, "\(name): \(error?.description ?? "")")
        }
    }

    @Test(
        "What is no address is refused",
        arguments: ["clip.mp4", "/tmp/x", "file:///etc/passwd", "concat:a|b", "lavfi://x"])
    func noAddress(url: String) {
        let error = #expect(throws: FFmpegError.self) { _ = try Demuxer.open(.url(url), interrupt: Interrupt()) }
        #expect(error?.isUnsupported == true)
    }

    @Test("A missing file says so")
    func missing() {
        let error = #expect(throws: FFmpegError.self) {
            _ = try Demuxer.open(.file("/nowhere/at-all.mp4"), interrupt: Interrupt())
        }
        #expect(error?.isNotFound == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("An option nobody understands is an error that names it")
    func unknownOption() throws {
        let media = try Media()
        let source = try media.clip("in.mp4")
        var options = InputOptions()
        options.options = [("no_such_thing", "1")]
        let error = #expect(throws: FFmpegError.self) {
            _ = try Demuxer.open(.file(source), options: options, interrupt: Interrupt())
        }
        #expect(error?.isUnknownOption == true)
        #expect(error?.description.contains("no_such_thing") == true)
    }

    @Test("A pipe is read as far as it goes")
    func pipe() throws {
        let media = try Media()
        let source = try media.clip("in.ts")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/cat")
        process.arguments = [source]
        process.standardOutput = pipe
        try process.run()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let decoded = try DecodedFile.decode(.descriptor(descriptor))
        process.waitUntilExit()
        #expect(decoded.frames.count == 25)
    }

    @Test("A regular file as standard input can be sought in")
    func redirectedFile() throws {
        let media = try Media()
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: try media.clip("in.mp4")))
        let decoded = try DecodedFile.decode(.descriptor(handle.fileDescriptor))
        #expect(decoded.frames.count == 25)
    }

    @Test("An mp4 whose index comes last cannot be read from a pipe, and says so")
    func indexLast() throws {
        let media = try Media()
        let source = try media.clip("in.mp4", size: "320x240", video: ["-c:v", "mjpeg", "-q:v", "1"])
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/cat")
        process.arguments = [source]
        process.standardOutput = pipe
        try process.run()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let error = #expect(throws: FFmpegError.self) {
            _ = try DecodedFile.decode(.descriptor(descriptor))
        }
        try? pipe.fileHandleForReading.close()
        process.waitUntilExit()
        #expect(error?.isIndexUnreachable == true, "\(error?.description ?? "no error")")
    }

    @Test("Covers are not taken for the film")
    func covers() throws {
        let media = try Media()
        let clip = try media.clip("in.mp4")
        let cover = try media.make("cover.png", ["-f", "lavfi", "-i", "color=red:size=600x600", "-frames:v", "1"])
        let source = try media.make(
            "covered.mp4",
            ["-i", cover, "-i", clip, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:0", "attached_pic"])
        let demuxer = try Demuxer.open(.file(source), interrupt: Interrupt())
        #expect(demuxer.bestVideoStream?.codecID == .h264)
        #expect(demuxer.streams.filter(\.isAttachedPicture).count == 1)
    }

    @Test("Titles, languages and chapters are read")
    func descriptions() throws {
        let media = try Media()
        let clip = try media.clip("in.mkv")
        try Data(";FFMETADATA1\ntitle=Film\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=One\n".utf8)
            .write(to: URL(fileURLWithPath: media.path("meta.txt")))
        let source = try media.make(
            "out.mkv",
            [
                "-i", clip, "-i", media.path("meta.txt"), "-map", "0", "-map_metadata", "1", "-map_chapters", "1", "-c",
                "copy", "-metadata:s:a:0", "language=ger",
            ])
        let demuxer = try Demuxer.open(.file(source), interrupt: Interrupt())
        #expect(demuxer.metadata["title"] == "Film")
        #expect(demuxer.chapters.count == 1)
        #expect(demuxer.chapters.first?.title == "One")
        #expect(demuxer.chapters.first?.end == StreamTime(seconds: 0.5))
        #expect(demuxer.streams.first { $0.kind == .audio }?.language == "ger")
        #expect(demuxer.isSeekable)
    }
}
