import Foundation
import Testing

/// A finished run of the built command from a clip to a file, and what it left.
struct Screening: Sendable {
    var clip: ClipDescription
    var outcome: ChildOutcome
    var events: [RunEvent]
    /// The output's path.
    var output: String
    private let folder: TemporaryFolder

    /// What every run of a test gets: the test pattern as the model, and events among the messages.
    static let options = ["--analyzer", "test-pattern", "--events", "/dev/stderr"]

    /// Screens a clip.
    ///
    /// - Parameter name: the output's file name; by default the clip's container.
    static func run(
        _ description: ClipDescription, to name: String? = nil, _ options: [String] = [],
        analyzer: String = "test-pattern", environment: [String: String] = [:]
    ) async throws -> Screening {
        let clip = try await ClipMaker.clip(description)
        return try await run(
            clip.path, showing: description, to: name ?? "out.\(description.container)", options, analyzer: analyzer,
            environment: environment)
    }

    /// Screens a file that was made from a clip.
    static func run(
        _ input: String, showing description: ClipDescription, to name: String, _ options: [String] = [],
        analyzer: String = "test-pattern", environment: [String: String] = [:]
    ) async throws -> Screening {
        let folder = try TemporaryFolder()
        let output = folder.file(name)
        let outcome = try await BuiltBinary.run(
            ["--analyzer", analyzer, "--events", "/dev/stderr"] + options + [input, output],
            environment: environment)
        return Screening(
            clip: description, outcome: outcome, events: try RunEvent.all(in: outcome.errors), output: output,
            folder: folder)
    }

    func report() async throws -> OutputReport {
        try await OutputReader.report(on: output, madeFrom: clip)
    }
}

extension OutputReport {
    /// Expects an output of the whole clip in which nothing leaked and no more was concealed than the rules ask for.
    ///
    /// - Parameters:
    ///   - resume: seconds of safe pictures that the run waited for.
    ///   - interval: seconds between samples.
    func expectWhole(
        _ clip: ClipDescription, resume: Double = 1, interval: Double = 0.2,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(leaked.isEmpty, sourceLocation: sourceLocation)
        #expect(isMonotonic, sourceLocation: sourceLocation)
        #expect(frames == clip.frameCount, sourceLocation: sourceLocation)
        let spare = Int(((interval + resume) * clip.rate.value).rounded(.up)) * clip.triggers.count
        #expect(over.count <= spare, sourceLocation: sourceLocation)
        guard clip.hasSound else {
            #expect(muted == nil, sourceLocation: sourceLocation)
            return
        }
        let start = times.first ?? 0
        expectMuted(
            clip.spans.map { $0.lowerBound + start..<$0.upperBound + start }, sourceLocation: sourceLocation)
        expectAudible(sourceLocation: sourceLocation)
        if let sync { #expect(abs(sync) <= 20, sourceLocation: sourceLocation) }
    }

    /// Expects silence over each of the spans, to a precision that is two windows where nothing else is said: an encoder
    /// spreads what was audible.
    func expectMuted(
        _ spans: [Range<Double>], precision: Double = 0.02, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let silences = muted ?? []
        for span in spans where span.upperBound - span.lowerBound > 2 * precision {
            let inner = span.lowerBound + precision..<span.upperBound - precision
            #expect(
                silences.contains { $0.lowerBound <= inner.lowerBound && $0.upperBound >= inner.upperBound },
                "not silent over \(span): \(silences)", sourceLocation: sourceLocation)
        }
    }
}
