import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// An engine of live video as its rules describe it: a handler takes its time, `.blur` waits until continued, `.block`
/// ends the session, and a verdict is taken only after the one before has been dealt with.
struct SimulatedEngine {
    struct Item {
        let number: Int
        let effect: Effect
    }

    enum Effect {
        case goesOn
        case waits
        case ends
    }

    enum State {
        case absent
        case idle
        case handling(Item, until: Int64)
        case waiting(Int)
    }

    private(set) var state = State.absent
    private(set) var queue: [Item] = []
    private var continued: Set<Int> = []

    mutating func attach() {
        state = .idle
        queue = []
    }

    /// Ends silently: what is buffered is not handled.
    mutating func cancel() {
        state = .absent
        queue = []
    }

    mutating func yield(_ item: Item) {
        queue.append(item)
    }

    mutating func continueAfter(_ number: Int) {
        if case .waiting(number) = state { state = .idle } else { continued.insert(number) }
    }

    /// Whether something is still to be told, so that a new session must not replace this one yet.
    var hasNews: Bool {
        if case .handling = state { return true }
        if case .absent = state { return false }
        return !queue.isEmpty
    }

    /// Whether a verdict would never be told: the engine waits, and nobody continues it.
    var isStuck: Bool {
        if case .waiting = state { return !queue.isEmpty }
        return false
    }

    var nextEnd: Int64? {
        if case .handling(_, let end) = state { return end }
        return nil
    }

    /// Takes the next verdict, where it can.
    mutating func begin(now: Int64, duration: Int64) {
        guard case .idle = state, !queue.isEmpty else { return }
        let item = queue.removeFirst()
        state = .handling(item, until: now + duration)
    }

    /// The number whose handler has returned by now.
    mutating func settled(now: Int64) -> Int? {
        guard case .handling(let item, let end) = state, end <= now else { return nil }
        switch item.effect {
        case .goesOn: state = .idle
        case .waits: state = continued.contains(item.number) ? .idle : .waiting(item.number)
        case .ends: state = .absent
        }
        return item.number
    }
}
