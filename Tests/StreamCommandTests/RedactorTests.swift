import StreamCommand
import Testing

@Suite("Credentials")
struct RedactorTests {
    @Test(
        "User, password and secret parameters go; the rest stays",
        arguments: [
            ("rtsp://me:secret@cam/1", "rtsp://cam/1"),
            ("cannot open 'rtsp://me:secret@cam:554/1': refused", "cannot open 'rtsp://cam:554/1': refused"),
            ("rtmp://me@host/app", "rtmp://host/app"),
            ("http://me:p@ss@host/x", "http://host/x"),
            ("rtsp://me:pa/ss@host/x", "rtsp://host/x"),
            ("http://host:80/a@b", "http://host:80/a@b"),
            ("http://host/a@b", "http://host/a@b"),
            ("srt://h:9000?passphrase=verysecret&mode=caller", "srt://h:9000?passphrase=***&mode=caller"),
            ("a rtsp://u:p@x and http://v:q@y", "a rtsp://x and http://y"),
            ("http://h/?token=a b", "http://h/?token=*** b"),
            ("no address: me@example.org", "no address: me@example.org"),
            ("rtsp://u:p@[::1]:554/x", "rtsp://[::1]:554/x"), ("://", "://"), ("", ""),
        ])
    func redact(text: String, shown: String) {
        #expect(Redactor.redact(text) == shown)
    }
}
