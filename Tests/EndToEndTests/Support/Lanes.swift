import Testing

/// Tests run side by side in as many lanes as this machine's cores carry, one after the other in each. A lane of its own
/// for what mostly waits.
enum Lanes {
    /// Files: limited by the processor.
    @Suite(.serialized, .timeLimit(.minutes(1))) struct Files {}
    /// Live streams: as long as their own time, mostly waiting.
    @Suite(.serialized, .timeLimit(.minutes(1))) struct Live {}
    /// The command and its surroundings: control, options, terminals.
    @Suite(.serialized, .timeLimit(.minutes(1))) struct Command {}
    /// What models say and what policies make of it.
    @Suite(.serialized, .timeLimit(.minutes(1))) struct Policies {}
}
