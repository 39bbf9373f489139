package import SafeMediaFrames

/// The gate's answer to "what may leave now?".
package enum Release: Sendable, Hashable {
    /// The frame admitted as number `index` leaves like this.
    case frame(index: Int, treatment: Treatment)
    /// Nothing may leave before this moment of the monotonic clock; nil means: before something else happens.
    case wait(until: StreamTime?)
    /// Everything has left.
    case finished
}
