/// What INT, TERM and HUP mean, depending on what came before. A state machine without a clock.
package struct StopSignals: Sendable {
    package enum Action: Sendable, Hashable {
        /// Finish the output properly.
        case stop
        /// Part of the first one: terminals, shells and service managers send several.
        case ignore
        /// Give up at once.
        case force
    }

    /// Seconds in which further signals belong to the first.
    package static let grace = 2.0

    private var first: Double?

    package init() {}

    /// - Parameter now: seconds on a monotonic clock.
    package mutating func receive(at now: Double) -> Action {
        guard let first else {
            self.first = now
            return .stop
        }
        return now - first <= Self.grace ? .ignore : .force
    }
}
