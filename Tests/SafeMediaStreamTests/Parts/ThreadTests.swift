import SafeMediaFrames
import Synchronization
import Testing

@testable import SafeMediaStream

private struct Wrong: Error {}

@Suite(.timeLimit(.minutes(1)))
struct MonitorTests {
    @Test func aChangeWakesAWaiter() async {
        let monitor = Monitor(0)
        async let seen = onThread { monitor.waiting { $0 >= 3 ? .done($0) : .wait(until: nil) } }
        for _ in 0..<3 { monitor.withLock { $0 += 1 } }
        #expect(await seen == 3)
    }

    @Test func aWaiterThatIsDoneWakesTheNext() async {
        // Each waiter passes a turn on; nobody else touches the value.
        let monitor = Monitor(0)
        let waiters = (1...20).reversed().map { turn in
            Task {
                await onThread {
                    monitor.waiting { value in
                        guard value == turn else { return Monitor<Int>.Step<Void>.wait(until: nil) }
                        value += 1
                        return .done(())
                    }
                }
            }
        }
        monitor.withLock { $0 = 1 }
        for waiter in waiters { await waiter.value }
        #expect(monitor.peek { $0 } == 21)
    }

    @Test func aDeadlineEndsAWait() async {
        let monitor = Monitor(false)
        let limit = MonotonicClock.now + StreamTime(nanoseconds: 20_000_000)
        let ended = await onThread {
            monitor.waiting { _ in
                let now = MonotonicClock.now
                return now >= limit ? .done(now) : .wait(until: limit)
            }
        }
        #expect(ended >= limit)
    }

    @Test func aDeadlineBeforeTheClocksZeroDoesNotBlock() async {
        let monitor = Monitor(0)
        let calls = await onThread {
            monitor.waiting { value in
                value += 1
                return value == 2 ? .done(value) : .wait(until: .distantPast)
            }
        }
        #expect(calls == 2)
    }

    @Test func errorsPassThrough() {
        let monitor = Monitor(1)
        #expect(throws: Wrong.self) { try monitor.withLock { _ throws(Wrong) in throw Wrong() } }
        #expect(monitor.peek { $0 } == 1)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ThreadExecutorTests {
    private actor Counter {
        nonisolated let executor: ThreadExecutor
        var values: [Int] = []
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        init(_ executor: ThreadExecutor) { self.executor = executor }
        func append(_ value: Int) { values.append(value) }
    }

    @Test func runsAnActorsJobsInOrder() async {
        let executor = ThreadExecutor(name: "counter")
        let counter = Counter(executor)
        for value in 0..<200 { await counter.append(value) }
        #expect(await counter.values == Array(0..<200))
        executor.stop()
    }

    @Test func blockedJobsHoldUpNobodyElse() async {
        let barrier = Barrier()
        let executors = (0..<4).map { ThreadExecutor(name: "blocked \($0)") }
        let tasks = executors.map { executor in Task(executorPreference: executor) { barrier.wait() } }
        // The pool has as many threads as the machine has cores; none of them is blocked.
        await Task { barrier.open() }.value
        for task in tasks { await task.value }
        for executor in executors { executor.stop() }
    }

    @MainActor @Test func itsThreadLetsGoOfItWhenStopped() async {
        final class Weak {
            weak var executor: ThreadExecutor?
        }
        let kept = Weak()
        do {
            let executor = ThreadExecutor(name: "short")
            kept.executor = executor
            await Task(executorPreference: executor) {}.value
            executor.stop()
        }
        await eventually { kept.executor == nil }
        #expect(kept.executor == nil)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct OrderedRelayTests {
    @Test func keepsTheOrderOfAppending() async {
        let relay = OrderedRelay<Int>()
        let received = Mutex<[Int]>([])
        relay.connect { value in received.withLock { $0.append(value) } }
        // The lock that orders the values, as the gate's does.
        let next = Monitor(0)
        let writers = (0..<4).map { _ in
            Task {
                await onThread {
                    for _ in 0..<500 {
                        next.withLock { value in
                            relay.append([value])
                            value += 1
                        }
                        relay.pass()
                    }
                }
            }
        }
        for writer in writers { await writer.value }
        // Whoever passed last left nothing behind.
        #expect(received.withLock { $0 } == Array(0..<2000))
    }

    @Test func whatAReceiverAppendsFollows() {
        let relay = OrderedRelay<Int>()
        let received = Mutex<[Int]>([])
        relay.connect { [weak relay] value in
            received.withLock { $0.append(value) }
            if value < 5 {
                relay?.append([value + 1])
                relay?.pass()
            }
        }
        relay.append([0])
        relay.pass()
        #expect(received.withLock { $0 } == [0, 1, 2, 3, 4, 5])
    }

    @Test func closingPassesOnWhatIsThereThoughAnotherThreadIsPassing() async {
        let relay = OrderedRelay<Int>()
        let received = Mutex<[Int]>([])
        let isPassing = Barrier()
        let goesOn = Barrier()
        relay.connect { value in
            if value == 0 {
                isPassing.open()
                goesOn.wait()
            }
            received.withLock { $0.append(value) }
        }
        relay.append([0])
        async let passing: Void = onThread { relay.pass() }
        await onThread { isPassing.wait() }
        relay.append([1])
        async let closing: Void = onThread { relay.close(within: StreamTime(seconds: 10)) }
        goesOn.open()
        _ = await (passing, closing)
        relay.append([2])
        relay.pass()
        #expect(received.withLock { $0 } == [0, 1])
    }

    @Test func whatComesBeforeTheReceiverWaits() {
        let relay = OrderedRelay<Int>()
        relay.append([1, 2])
        relay.pass()
        let received = Mutex<[Int]>([])
        relay.connect { value in received.withLock { $0.append(value) } }
        #expect(received.withLock { $0 } == [1, 2])
        relay.disconnect()
        relay.append([3])
        relay.pass()
        #expect(received.withLock { $0 } == [1, 2])
    }
}
