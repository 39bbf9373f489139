import Testing

/// Whole pipelines. One after the other, since some hold the main actor, and some measure how long it is held.
@Suite(.serialized) enum PipelineTests {}
