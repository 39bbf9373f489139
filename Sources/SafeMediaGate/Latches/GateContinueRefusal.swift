/// Why a continue does nothing.
package enum GateContinueRefusal: Error, Sendable, Hashable {
    /// The latch is open.
    case nothingToContinue
    /// Another decision closed the latch.
    case stale(current: Int)
    /// A person asked, and the policy allows no reveal.
    case revealNotAllowed
    /// The policy closed the gate for good.
    case stopped
}
