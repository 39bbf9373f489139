/// Which decision the key `c` means.
package struct DrawnDecisions: Sendable {
    /// Seconds that a decision must have been drawn before a key can mean it: about what a person needs to see it.
    package static let reaction = 0.5

    private var drawn: [(number: Int, at: Double)] = []

    package init() {}

    /// A decision has been drawn.
    package mutating func draw(_ number: Int, at now: Double) {
        drawn.append((number, now))
        // Only the newest that is old enough can be meant, now and later.
        while drawn.count > 1, now - drawn[1].at >= Self.reaction { drawn.removeFirst() }
    }

    /// The decision drawn last, at least half a second ago; nil where there is none.
    package func meant(at now: Double) -> Int? { drawn.last { now - $0.at >= Self.reaction }?.number }
}
