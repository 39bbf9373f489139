import StreamCommand
import Testing

@Suite("Addresses and paths")
struct MediaArgumentTests {
    private let nothing: ([UInt8]) -> Bool = { _ in false }

    @Test("Known schemes are addresses", arguments: MediaArgument.schemes)
    func schemes(scheme: String) throws {
        #expect(try MediaArgument(RawArgument("\(scheme)://host/x"), exists: nothing) == .url("\(scheme)://host/x"))
    }

    @Test(
        "Everything else is a path",
        arguments: [
            "a:b.mp4", "rtsp:/host", "://x", "x/rtsp://host", "concat:a|b", "file:x.mp4", "data:video", "./http://x",
            " http://x",
            "http:x", "pipe:0", "-x.mp4", "häh://x",
        ])
    func paths(name: String) throws {
        #expect(try MediaArgument(RawArgument(name), exists: nothing) == .path(Array(name.utf8)))
    }

    @Test("A file of that name wins over the address")
    func existing() throws {
        #expect(try MediaArgument("http://x", exists: { _ in true }) == .path(Array("http://x".utf8)))
    }

    @Test("The case of a scheme does not matter")
    func upperCase() throws {
        #expect(try MediaArgument("RTSP://h", exists: nothing) == .url("RTSP://h"))
    }

    @Test("An unknown scheme says so, unless a file has that name")
    func unknown() throws {
        let error = #expect(throws: UsageError.self) { try MediaArgument("ftp://x/y.mp4", exists: nothing) }
        #expect(error?.message.hasPrefix("'ftp://x/y.mp4': no such file, and 'ftp' is not a scheme") == true)
        #expect(try MediaArgument("ftp://x", exists: { _ in true }) == .path(Array("ftp://x".utf8)))
    }

    @Test("Standard streams, and addresses that are not text")
    func others() throws {
        #expect(try MediaArgument("-", exists: nothing) == .standardStream)
        #expect(throws: UsageError.self) {
            try MediaArgument(RawArgument(bytes: Array("udp://".utf8) + [0xFF]), exists: nothing)
        }
    }
}
