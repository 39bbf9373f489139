import SafeMediaFrames
import Testing

@testable import SafeMediaStream

@MainActor @Suite(.timeLimit(.minutes(1)))
struct MainActorWatchTests {
    private let limit = StreamTime(seconds: 2)

    private func seconds(_ value: Double) -> StreamTime { StreamTime(seconds: value) }

    /// Nothing here gives the main actor its turn but the yields.
    @Test func anOpenQuestionIsTooOldAfterTheLimit() {
        let watch = MainActorWatch(limit: limit)
        #expect(!watch.isUnserved(now: seconds(10)))
        #expect(!watch.isUnserved(now: seconds(12)))
        #expect(watch.isUnserved(now: seconds(12.1)))
    }

    @Test func anAnsweredQuestionIsForgotten() async {
        let watch = MainActorWatch(limit: limit)
        #expect(!watch.isUnserved(now: seconds(10)))
        // The answer was queued before this task's next turn.
        await Task { @MainActor in }.value
        #expect(!watch.isUnserved(now: seconds(20)))
        #expect(watch.isUnserved(now: seconds(23)))
    }

    @Test func aHandlersTimeDoesNotCount() {
        let watch = MainActorWatch(limit: limit)
        #expect(!watch.isUnserved(now: seconds(10)))
        watch.isServed(now: seconds(15))
        #expect(!watch.isUnserved(now: seconds(16)))
        #expect(watch.isUnserved(now: seconds(18)))
    }
}
