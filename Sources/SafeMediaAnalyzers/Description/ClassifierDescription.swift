package import SafeMediaKit

/// A classifier of whole pictures: where it is, what it is given, and what its scores mean.
package struct ClassifierDescription: Sendable, Hashable {
    /// What the calculation is done in.
    package enum Precision: String, Sendable, CaseIterable {
        /// Always f32.
        case f32
        /// bf16 where the processor has it and the scores agree with f32 to 0.01; else f32.
        case auto
    }

    /// How the output's numbers become scores from 0 to 1.
    package enum Activation: String, Sendable, CaseIterable {
        /// They are scores already.
        case identity = "none"
        /// They are logits of classes that exclude one another.
        case softmax
        /// They are logits, each for itself.
        case sigmoid
    }

    /// What is held against the thresholds.
    package enum Combination: String, Sendable, CaseIterable {
        /// The highest score of a label with content types.
        case max
        /// The sum of the scores of all labels with content types, for models that divide what is sensitive among
        /// several classes.
        case sum
    }

    /// One number of the output.
    package struct Label: Sendable, Hashable {
        /// The model's name for it.
        package var name: String
        /// What it stands for; empty for what is safe.
        package var contentTypes: Set<SafeMediaContentType>
    }

    /// Short name for events and messages.
    package var name: String
    /// The model's file.
    package var onnx: String
    /// The file's SHA-256 in lower-case hexadecimal, where it is pinned.
    package var sha256: String?
    /// Precision.
    package var precision: Precision
    /// The model's input.
    package var input: ModelInput
    /// How a picture becomes that input.
    package var preprocessing: Preprocessing
    /// The output's name; nil where there is one only.
    package var output: String?
    /// How the output's numbers become scores.
    package var activation: Activation
    /// One label a number, in the output's order.
    package var labels: [Label]
    /// What is held against the thresholds.
    package var combination: Combination
    /// From this score on a picture is sensitive.
    package var sensitiveFrom: Double
    /// From this score on a picture is unknown; nil where there is no such band.
    package var unknownFrom: Double?
    /// When a picture is judged again in parts; nil for never.
    package var closerLook: CloserLook?
    /// What sensitive verdicts recommend.
    package var guidance: SafeMediaGuidance
}

/// How a picture becomes a model's input.
package struct Preprocessing: Sendable, Hashable {
    /// How the picture is brought to its size.
    package enum Rule: String, Sendable, CaseIterable {
        /// Stretched to exactly this size, whatever its shape.
        case stretch
        /// Scaled to fit with its shape kept, in the middle, black around it.
        case fit
    }

    /// Rule.
    package var rule: Rule
    /// Pixels across after resizing; the middle of it is cut out where the input is smaller.
    package var width: Int
    /// Pixels down after resizing.
    package var height: Int
    /// Resampling filter.
    package var filter: ResamplingFilter
    /// Quality of a JPEG round trip that the model's scores expect after the crop; nil for none.
    package var jpegQuality: Int?
}
