import Foundation
import SafeMediaStream
import StreamCommand
import Synchronization
import Testing

/// The two sides of a terminal.
private struct Terminal {
    let master: Int32
    let device: Int32

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTN, which are macros of a kind that Swift does not import.
        var locked: Int32 = 0
        var number: UInt32 = 0
        try #require(ioctl(master, 0x4004_5431, &locked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        device = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(device >= 0)
    }

    var flags: tcflag_t {
        var settings = termios()
        tcgetattr(device, &settings)
        return settings.c_lflag
    }

    func close() {
        Foundation.close(device)
        Foundation.close(master)
    }
}

@Suite("Keys", .timeLimit(.minutes(1)))
struct KeyTests {
    @Test("A key comes at once, unseen, and the terminal is restored")
    func keys() throws {
        let terminal = try Terminal()
        let before = terminal.flags
        #expect(before & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
        let pressed = DispatchSemaphore(value: 0)
        let keys = Mutex<[UInt8]>([])
        let reader = try KeyReader(descriptor: terminal.device) { key in
            keys.withLock { $0.append(key) }
            pressed.signal()
        }
        #expect(terminal.flags & tcflag_t(ICANON | ECHO) == 0)
        #expect(terminal.flags & tcflag_t(ISIG) != 0)
        for key in "cx" {
            _ = write(terminal.master, String(key), 1)
            #expect(pressed.wait(timeout: .now() + 10) == .success)
        }
        #expect(keys.withLock { $0 } == Array("cx".utf8))

        reader.settings.restore()
        #expect(terminal.flags == before)
        reader.settings.enter()
        #expect(terminal.flags & tcflag_t(ICANON) == 0)
        reader.stop()
        reader.stop()
        #expect(terminal.flags == before)
        terminal.close()
    }

    @Test("A terminal that hangs up ends the reader")
    func hangUp() throws {
        let terminal = try Terminal()
        let reader = try KeyReader(descriptor: terminal.device) { _ in Issue.record("a key out of nothing") }
        close(terminal.master)
        reader.stop()
        close(terminal.device)
    }

    @Test("The key continues after the decision that was seen, and says what came of it")
    func reveal() {
        let pipe = TestPipe()
        let clock = ManualClock()
        let console = Console(
            descriptor: pipe.writing, isTerminal: false, clock: MonotonicClock { clock.now }, columns: { 80 })
        let control = FakeControl()
        RevealKey.press(console, control)
        #expect(pipe.read(until: "\n").hasSuffix("there is no decision to continue after\n"))

        console.say("decision 1", decision: 1)
        _ = pipe.read(until: "decision 1\n")
        // Drawn, and the drawing noted, once another line has gone through.
        console.say("mark")
        _ = pipe.read(until: "mark\n")
        RevealKey.press(console, control)
        #expect(control.calls.isEmpty)
        clock.now = 0.5
        RevealKey.press(console, control)
        #expect(pipe.read(until: "after decision 1").contains("continued after decision 1"))
        #expect(control.calls == [.reveal(1)])

        RevealKey.press(console, FakeControl(refusal: .revealNotAllowed))
        #expect(pipe.read(until: "refused").contains("refused: the policy does not let viewers reveal"))
        console.finish()
        pipe.closeWriting()
        pipe.closeReading()
    }
}
