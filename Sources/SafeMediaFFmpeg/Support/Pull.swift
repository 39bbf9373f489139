/// What asking for the next packet or frame came to. Real failures are thrown.
package enum Pull: Sendable, Hashable {
    /// There is one.
    case item
    /// Nothing yet: give more input, or for a live source ask again.
    case needsInput
    /// There will be no more.
    case endOfStream
}
