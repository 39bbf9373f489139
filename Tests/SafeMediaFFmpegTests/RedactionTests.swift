import SafeMediaFFmpeg
import Testing

@Suite("What is shown of credentials")
struct RedactionTests {
    @Test(
        "User and password are left out",
        arguments: [
            ("rtsp://user:secret@camera/live", "rtsp://…@camera/live"),
            ("open rtsp://user:secret@camera:554/x failed", "open rtsp://…@camera:554/x failed"),
            ("http://token@host/", "http://…@host/"),
            ("srt://host:9000?passphrase=hunter22&latency=200", "srt://host:9000?passphrase=…&latency=200"),
            ("https://h/a?Access_Token=abc&x=1", "https://h/a?Access_Token=…&x=1"),
            ("rtsp://u:p@ss@host/", "rtsp://…@host/"),
            ("rtsp://u:pa/ss@host/", "rtsp://…@host/"),
            ("http://host:8080/@handle", "http://host:8080/@handle"),
            ("http://[::1]:8080/path", "http://[::1]:8080/path"),
            ("Authorization: Basic dXNlcjpwYXNz", "Authorization: …"),
            ("nothing to hide", "nothing to hide"),
        ])
    func credentials(text: String, shown: String) {
        #expect(Redaction.redact(text) == shown)
    }

    @Test("Nothing that a terminal would obey is left")
    func controls() {
        let shown = Redaction.redact("a\u{1B}[31mb\nc\u{7}\u{9B}d\u{202E}e")
        #expect(shown == "a\u{FFFD}[31mb c\u{FFFD}\u{FFFD}d\u{FFFD}e")
    }
}
