import Glibc
import SafeMediaFrames
import Testing

@testable import SafeMediaFFmpeg
@testable import SafeMediaStream

private func packet(_ milliseconds: Int64, size: Int = 1) throws -> SharedPacket {
    try SharedPacket.make(
        bytes: [UInt8](repeating: 0, count: size), pts: milliseconds, dts: milliseconds, timeBase: Rational(1, 1000))
}

private func time(_ milliseconds: Int64) -> StreamTime { StreamTime(nanoseconds: milliseconds * 1_000_000) }

struct PacketOrderTests {
    private func drain(_ order: inout PacketOrder) -> [Int64] {
        var times: [Int64] = []
        while let (packet, _) = order.next() { times.append(packet.dts ?? -1) }
        return times
    }

    private func order(_ sparse: [Bool], patience: Int64 = 1000) -> PacketOrder {
        var order = PacketOrder(patience: time(patience))
        for isSparse in sparse { order.addTrack(isSparse: isSparse) }
        return order
    }

    @Test func interleavesByTime() throws {
        var order = order([false, false])
        for ms in [0, 40, 80] as [Int64] { order.append(try packet(ms), track: 0, time: time(ms)) }
        #expect(drain(&order).isEmpty)
        for ms in [10, 30, 50] as [Int64] { order.append(try packet(ms), track: 1, time: time(ms)) }
        #expect(drain(&order) == [0, 10, 30, 40, 50])
        order.end(track: 1)
        #expect(drain(&order) == [80])
    }

    @Test func doesNotWaitLongForASilentTrack() throws {
        var order = order([false, false], patience: 100)
        for ms in stride(from: Int64(0), through: 200, by: 50) {
            order.append(try packet(ms), track: 0, time: time(ms))
        }
        // The newest is 200 ms in; what is more than 100 ms older leaves.
        #expect(drain(&order) == [0, 50])
    }

    @Test func neverWaitsForASparseTrack() throws {
        var order = order([false, true])
        order.append(try packet(0), track: 0, time: time(0))
        order.append(try packet(5), track: 1, time: time(5))
        order.append(try packet(10), track: 0, time: time(10))
        #expect(drain(&order) == [0, 5, 10])
    }

    @Test func longQueuesKeepTheirOrder() throws {
        var order = order([false])
        for ms in 0..<500 as Range<Int64> { order.append(try packet(ms), track: 0, time: time(ms)) }
        #expect(drain(&order) == Array(0..<500))
    }

    @Test func absurdTimesDoNotTrap() throws {
        var order = order([false, false])
        order.append(try packet(1), track: 0, time: .distantPast)
        order.append(try packet(2), track: 0, time: .distantFuture)
        #expect(drain(&order) == [1])
        order.end(track: 0)
        order.end(track: 1)
        #expect(drain(&order) == [2])
    }
}

struct TrackQueueTests {
    @Test func givesBackWhatWasTakenAndCountsBytes() throws {
        var used = 0
        var queue = TrackQueue { used += $0 }
        #expect(queue.first == nil)
        for index in 0..<300 {
            queue.append(
                TrackPacket(
                    packet: try packet(Int64(index), size: 10), time: time(Int64(index)), duration: .zero))
        }
        for index in 0..<300 {
            #expect(queue.first?.time == time(Int64(index)))
            queue.removeFirst()
        }
        #expect(queue.first == nil)
        #expect(used == 3000)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct OutputDeadlineTests {
    @Test func aCallHasTheTimeout() {
        let deadline = OutputDeadline(timeout: StreamTime(nanoseconds: 1))
        deadline.arm()
        #expect(deadline.interrupt.shouldStop)
        #expect(deadline.interrupt.cause == .deadline)
        let patient = OutputDeadline(timeout: StreamTime(seconds: 60))
        patient.arm()
        #expect(!patient.interrupt.shouldStop)
    }

    @Test func afterHurryAllCallsShareOnePatienceAndAMomentEach() async {
        let deadline = OutputDeadline(timeout: StreamTime(seconds: 60))
        deadline.arm()
        let start = MonotonicClock.now
        deadline.hurry()
        let end = await ended(deadline)
        #expect(end - start >= OutputDeadline.patience)
        #expect(end - start < StreamTime(seconds: 30))
        // Another hurry gives no new patience: a call has no more than its moment.
        deadline.hurry()
        let later = MonotonicClock.now
        deadline.arm()
        let last = await ended(deadline)
        #expect(last - later >= OutputDeadline.moment)
        #expect(last - later < OutputDeadline.patience)
    }

    /// When the call that is under way is ended.
    private func ended(_ deadline: OutputDeadline) async -> StreamTime {
        await onThread {
            while !deadline.interrupt.shouldStop { sched_yield() }
            return MonotonicClock.now
        }
    }
}

struct DamageWatchTests {
    @Test func anErrorIsDamageOnlyOnceTheStreamHasStarted() throws {
        var watch = DamageWatch()
        let format = PictureFormat(
            width: 16, height: 16, pixelFormat: try #require(PixelFormat.named("yuv420p")), color: ColorDescription())
        let key = try WritableFrame.make(format, timeBase: Rational(1, 25)).share()
        try #require(key.isKey)
        watch.seeError()
        #expect(watch.examine(key) == .beforeStart)
        #expect(watch.examine(key) == .clean)
        watch.seeError()
        #expect(watch.examine(key) == .damaged)
        #expect(watch.examine(key) == .clean)
    }
}
