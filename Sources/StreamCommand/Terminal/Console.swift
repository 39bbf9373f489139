import Foundation
import Synchronization

/// Standard error: messages and the progress line, drawn by a thread of its own, since a terminal may stand still.
package final class Console: Sendable {
    /// A line to print, and the decision that it tells of.
    private struct Line: Sendable {
        var text: String
        var decision: Int?
    }

    private struct State: Sendable {
        var queue = BoundedQueue<Line>(capacity: 256)
        var progress: (@Sendable (_ now: Double, _ columns: Int) -> String?)?
        var drawn = DrawnDecisions()
        var isSuspended = false
        /// The drawing that took the progress line away has come to its end.
        var isSuspensionDrawn = false
        var isFinishing = false
        var isFinished = false
    }

    /// Seconds between two drawings of the progress line: five a second at most.
    private static let period = 0.2
    /// Seconds that a terminal may stand still at the end.
    private static let patience = 2.0
    /// What stands before each line.
    private static let name = "safemedia-stream: "

    private let descriptor: Int32
    private let isTerminal: Bool
    private let clock: MonotonicClock
    private let columns: @Sendable () -> Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let drawnOnce = DispatchSemaphore(value: 0)

    package init(
        descriptor: Int32, isTerminal: Bool, clock: MonotonicClock = .system,
        columns: (@Sendable () -> Int)? = nil
    ) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal
        self.clock = clock
        self.columns = columns ?? { TerminalSettings.columns(descriptor) }
        let thread = Thread { [self] in draw() }
        thread.name = "console"
        thread.start()
    }

    /// Prints a line; never waits. Credentials go, and nothing in it acts on the terminal.
    ///
    /// - Parameters:
    ///   - decision: the decision that the line tells of; once drawn, the key `c` can mean it.
    ///   - isMandatory: whether it is printed also when many lines wait.
    package func say(_ text: String, decision: Int? = nil, isMandatory: Bool = false) {
        let line = Self.name + TerminalText.harmless(Redactor.redact(text))
        state.withLock {
            $0.queue.push(Line(text: line, decision: decision), isMandatory: isMandatory || decision != nil)
        }
        wake.signal()
    }

    /// Prints ready lines, as a table's, without the command's name.
    package func table(_ lines: [String]) {
        state.withLock { state in
            for line in lines {
                state.queue.push(Line(text: TerminalText.harmless(line)), isMandatory: true)
            }
        }
        wake.signal()
    }

    /// Shows a progress line from now on; nil erases it.
    package func showProgress(_ progress: (@Sendable (_ now: Double, _ columns: Int) -> String?)?) {
        state.withLock { $0.progress = isTerminal ? progress : nil }
        wake.signal()
    }

    /// The decision that a key means now.
    package func decisionMeant() -> Int? {
        let now = clock.now()
        return state.withLock { $0.drawn.meant(at: now) }
    }

    /// Takes the progress line away while the process is stopped.
    package func suspend(_ isSuspended: Bool) {
        state.withLock { state in
            state.isSuspended = isSuspended
            state.isSuspensionDrawn = false
        }
        wake.signal()
        guard isSuspended else { return }
        let end = DispatchTime.now() + 0.3
        while !state.withLock({ $0.isSuspensionDrawn }), drawnOnce.wait(timeout: end) == .success {}
    }

    /// Erases the progress line, prints what waits, and returns; gives up on a terminal that stands still.
    package func finish() {
        state.withLock { state in
            state.progress = nil
            state.isFinishing = true
        }
        wake.signal()
        let end = DispatchTime.now() + Self.patience
        while !state.withLock({ $0.isFinished }), drawnOnce.wait(timeout: end) == .success {}
    }

    private func draw() {
        var renderer = TerminalRenderer(isTerminal: isTerminal)
        while true {
            let (items, progress, isSuspended, isFinishing) = state.withLock { state in
                (
                    state.queue.popAll(), state.isSuspended ? nil : state.progress, state.isSuspended,
                    state.isFinishing
                )
            }
            let line = TerminalSettings.isForeground(descriptor) ? progress?(clock.now(), columns()) : nil
            let bytes = renderer.render(items.map(Self.text), progress: line)
            do {
                if !bytes.isEmpty { try Descriptor.write(bytes, to: descriptor) }
            } catch {
                // There is nobody left to tell.
            }
            let now = clock.now()
            state.withLock { state in
                for case .element(let line) in items {
                    if let decision = line.decision { state.drawn.draw(decision, at: now) }
                }
                state.isSuspensionDrawn = isSuspended
                if isFinishing, state.queue.isEmpty { state.isFinished = true }
            }
            drawnOnce.signal()
            if state.withLock({ $0.isFinished }) { return }
            if progress == nil {
                wake.wait()
            } else {
                wait()
            }
        }
    }

    /// Waits for the next drawing; lines come at once, the progress line at its own pace.
    private func wait() {
        let end = DispatchTime.now() + Self.period
        while wake.wait(timeout: end) == .success {
            if state.withLock({ !$0.queue.isEmpty || $0.isFinishing || $0.isSuspended || $0.progress == nil }) {
                return
            }
        }
    }

    private static func text(_ item: BoundedQueue<Line>.Item) -> String {
        switch item {
        case .element(let line): line.text
        case .dropped(let count): "\(name)\(count) messages are left out here"
        }
    }
}
