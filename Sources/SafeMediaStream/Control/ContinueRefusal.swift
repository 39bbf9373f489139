/// Why a continue was not carried out.
public enum ContinueRefusal: Error, Sendable, Hashable {
    /// Nothing is waiting for a continue.
    case nothingToContinue
    /// The number is an earlier decision's; `current` is the one that closed the gate, where there is one.
    case staleDecision(current: Int?)
    /// The policy allows no reveal.
    case revealNotAllowed
    /// The policy closed the gate for good.
    case stoppedByPolicy
}
