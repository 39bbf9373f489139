import Foundation
import Testing

/// The built command on something live, watched by its events.
final class LiveRun: Sendable {
    let process: ChildProcess
    private let folder: TemporaryFolder
    /// Where `--control` listens.
    let socket: String

    private init(process: ChildProcess, folder: TemporaryFolder, socket: String) {
        self.process = process
        self.folder = folder
        self.socket = socket
    }

    /// - Parameter output: an address, or a file's name in the run's own folder.
    static func start(
        _ input: String, to output: String, _ options: [String] = [], analyzer: String = "test-pattern",
        environment: [String: String] = [:]
    ) throws -> LiveRun {
        let folder = try TemporaryFolder()
        let socket = folder.file("control")
        let destination = output.contains("://") ? output : folder.file(output)
        let process = try BuiltBinary.start(
            ["--analyzer", analyzer, "--events", "/dev/stderr", "--control", socket] + options + [input, destination],
            environment: environment)
        return LiveRun(process: process, folder: folder, socket: socket)
    }

    func file(_ name: String) -> String { folder.file(name) }

    /// Waits for an event, given by a part of its line.
    @discardableResult
    func event(_ text: String) async throws -> RunEvent {
        let line = try await process.line(containing: text, in: .errors)
        return try #require(try RunEvent.all(in: line).first)
    }

    /// Waits until the second sensitive span begins to leave: a first one has been concealed and shown again by then.
    func secondSpan() async throws {
        try await event("\"reason\":\"decision\",\"decision\":3}")
    }

    /// Ends the run as a person would.
    @discardableResult
    func interrupt(_ signal: Int32 = SIGINT) async -> ChildOutcome {
        process.send(signal)
        return await process.outcome()
    }
}

extension OutputReport {
    /// Each output frame's time and whether it is concealed: without a number, or with the one before's.
    private var looks: [(time: Double, isConcealed: Bool)] {
        let before = [nil] + numbers
        return zip(times, zip(numbers, before)).map { ($0, $1.0 == nil || $1.0 == $1.1) }
    }

    /// From each concealed frame that follows a clear one to the next clear one, in seconds.
    var concealedSpans: [Range<Double>] {
        var spans: [Range<Double>] = []
        var start: Double?
        for look in looks {
            if look.isConcealed {
                start = start ?? look.time
            } else if let begun = start {
                if begun < look.time { spans.append(begun..<look.time) }
                start = nil
            }
        }
        return spans
    }

    /// Expects sound wherever the picture is clear: silence adds up to no more than the concealed frames, and for each run of
    /// them what may be muted around it.
    func expectAudible(sourceLocation: SourceLocation = #_sourceLocation) {
        guard let first = times.first, let last = times.last, first < last, let muted else { return }
        var concealed = 0.0
        var runs = 1.0
        for (look, next) in zip(looks, looks.dropFirst()) where look.isConcealed {
            concealed += next.time - look.time
            if !next.isConcealed { runs += 1 }
        }
        let silent = muted.map { $0.clamped(to: first..<last) }.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        #expect(
            silent <= concealed + runs * 0.15, "\(silent) s silent, \(concealed) s concealed",
            sourceLocation: sourceLocation)
    }

    /// Expects what holds for live output, which begins and ends anywhere: nothing leaked, something was shown and
    /// something concealed, sound silent meanwhile.
    ///
    /// - Parameter precision: how exactly whoever recorded it keeps sound and pictures together, in seconds.
    func expectLive(precision: Double = 0.02, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(leaked.isEmpty, sourceLocation: sourceLocation)
        #expect(isMonotonic, sourceLocation: sourceLocation)
        #expect(numbers.compactMap(\.self).count > 20, sourceLocation: sourceLocation)
        #expect(numbers.contains(nil), sourceLocation: sourceLocation)
        expectMuted(concealedSpans, precision: precision, sourceLocation: sourceLocation)
        expectAudible(sourceLocation: sourceLocation)
        if let sync { #expect(abs(sync) <= 20 + precision * 1000, sourceLocation: sourceLocation) }
    }
}
