extension SafeMediaVerdict {
    /// What stands for a verdict where the analyzer gave none.
    package static func unknown(_ availability: SafeMediaAvailability) -> SafeMediaVerdict {
        SafeMediaVerdict(sensitivity: .unknown, contentTypes: [], guidance: .none, availability: availability)
    }
}
