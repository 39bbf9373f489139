import StreamCommand
import Testing

@Suite("INT, TERM and HUP")
struct SignalTests {
    @Test("The first stops, those within two seconds belong to it, a later one forces")
    func order() {
        var signals = StopSignals()
        #expect(signals.receive(at: 100) == .stop)
        #expect(signals.receive(at: 100.1) == .ignore)
        #expect(signals.receive(at: 101.9) == .ignore)
        #expect(signals.receive(at: 102) == .ignore)
        #expect(signals.receive(at: 102.1) == .force)
    }

    @Test("A second one that comes late forces")
    func late() {
        var signals = StopSignals()
        #expect(signals.receive(at: 0) == .stop)
        #expect(signals.receive(at: 30) == .force)
    }

    @Test("A stop before the run has begun is carried out when it has")
    func beforeStart() {
        let control = FakeControl()
        let early = RunHandle()
        early.stop()
        early.attach(control)
        #expect(control.calls == [.stop])

        let other = FakeControl()
        let handle = RunHandle()
        handle.attach(other)
        handle.stop()
        #expect(other.calls == [.stop])
    }
}
