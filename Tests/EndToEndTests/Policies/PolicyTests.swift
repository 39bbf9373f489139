import Foundation
import Testing

extension Lanes.Policies {
    /// Three policies and everything a model can say, or not say.
    @Suite struct PolicyTests {
        enum Said: String, Sendable {
            case sensitive, unknown, failed, unavailable
        }

        /// How much of a stretch of frames can be seen.
        enum Look: Sendable {
            case clear, concealed, partly

            func holds(for numbers: ArraySlice<Int?>) -> Bool {
                let visible = numbers.count { $0 != nil }
                return switch self {
                case .clear: visible == numbers.count
                case .concealed: visible == 0
                case .partly: visible > 0 && visible < numbers.count
                }
            }
        }

        struct Row: Sendable, CustomTestStringConvertible {
            var policy: String
            var said: Said
            var action: String
            /// The frames that show the trigger, and those from a second and a half behind it on.
            var span: Look
            var rest: Look

            init(_ policy: String, _ said: Said, _ action: String, span: Look, rest: Look) {
                (self.policy, self.said, self.action, self.span, self.rest) = (policy, said, action, span, rest)
            }

            var testDescription: String { "\(policy), \(said.rawValue)" }
            var reason: String {
                switch said {
                case .sensitive: "sensitiveDetected"
                case .unknown: "unknownByPolicy"
                case .failed: "analysisFailed"
                case .unavailable: "unavailableByPolicy"
                }
            }
        }

        static let table = [
            Row("adultMinimal", .sensitive, "allow", span: .clear, rest: .clear),
            Row("adultMinimal", .unknown, "allow", span: .clear, rest: .clear),
            // Until three failures in a row are an outage, single ones are concealed.
            Row("adultMinimal", .failed, "allow", span: .partly, rest: .clear),
            Row("adultMinimal", .unavailable, "allow", span: .clear, rest: .clear),
            Row("teenMessaging", .sensitive, "blurWithReveal", span: .concealed, rest: .clear),
            Row("teenMessaging", .unknown, "blurWithReveal", span: .concealed, rest: .clear),
            Row("teenMessaging", .failed, "blurWithReveal", span: .concealed, rest: .clear),
            Row("teenMessaging", .unavailable, "blurWithReveal", span: .concealed, rest: .concealed),
            Row("childStrict", .sensitive, "interruptVideo", span: .concealed, rest: .concealed),
            Row("childStrict", .unknown, "block", span: .concealed, rest: .concealed),
            Row("childStrict", .failed, "block", span: .concealed, rest: .concealed),
            Row("childStrict", .unavailable, "block", span: .concealed, rest: .concealed),
        ]

        @Test(arguments: table) func onAFile(row: Row) async throws {
            try await check(row, [])
        }

        @Test(arguments: ["adultMinimal", "teenMessaging", "childStrict"])
        func onALiveStream(policy: String) async throws {
            // They wait for the stream's time, not for the processor.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for row in Self.table where row.policy == policy {
                    group.addTask { try await check(row, ["--live"]) }
                }
                try await group.waitForAll()
            }
        }

        static func clip(_ said: Said) -> ClipDescription {
            let content = [Said.unknown: "UNKNOWN", .failed: "ERROR"][said] ?? "SEXUALLYEXPLICIT"
            var clip = ClipDescription.small(seconds: 4.5).showing(1..<2.4, content)
            clip.video = LiveClip.description.video
            return clip
        }

        private func check(_ row: Row, _ options: [String]) async throws {
            let clip = Self.clip(row.said)
            let isUnavailable = row.said == .unavailable
            let run = try await Screening.run(
                clip, to: "out.mkv", ["--policy", row.policy] + options,
                analyzer: isUnavailable ? "open-nsfw" : "test-pattern",
                environment: isUnavailable ? ["SAFEMEDIA_OPENVINO": "/nonexistent"] : [:])
            #expect(run.outcome.status == .exited(0), "\(row.testDescription): \(run.outcome.errors)")
            let report = try await run.report()
            let context = Comment(rawValue: "\(row.testDescription) \(options): \(report.numbers)")
            #expect(report.isMonotonic && report.frames == clip.frameCount, context)
            let (span, rest) = (clip.triggers[0].frames, 98..<clip.frameCount)
            #expect(row.span.holds(for: report.numbers(span)), context)
            #expect(row.rest.holds(for: report.numbers(rest)), context)
            if row.span == .concealed { report.expectMuted(clip.spans) }
            if row.span == .clear, row.rest == .clear {
                // Live, the first pictures may leave before analysis is attached.
                let start = options.contains("--live") ? 0.5 : 0
                let muted = try #require(report.muted)
                #expect(muted.allSatisfy { $0.upperBound < start }, context)
            }

            let decision = run.events.concerns.first
            #expect(decision?.action == row.action && decision?.reason == row.reason, "\(run.outcome.errors)")
            let passes = row.action == "allow" && (isUnavailable || row.said == .failed)
            let finished = try #require(run.events.finished)
            #expect(((finished.unverified ?? 0) > 0) == passes, context)
            #expect(run.events.named("unverified").isEmpty != passes, context)
            #expect(run.outcome.errors.contains("warning: policy adultMinimal") == (row.policy == "adultMinimal"))
        }

        @Test(arguments: ["conceal", "stop"], [[], ["--live"]])
        func anInterruptConcealsOrStops(what: String, options: [String]) async throws {
            let clip = Self.clip(.sensitive)
            let run = try await Screening.run(
                clip, to: "out.mkv", ["--policy", "childStrict", "--on-interrupt", what] + options)
            #expect(run.outcome.status == .exited(what == "stop" ? 4 : 0), "\(run.outcome.errors)")
            let report = try await run.report()
            #expect(report.leaked.isEmpty && report.isMonotonic)
            // Live, the first pictures may leave before analysis is attached.
            let first = options.isEmpty ? 0 : 12
            #expect(report.numbers[first..<19].allSatisfy { $0 != nil })
            if what == "stop" {
                #expect(run.events.finished?.outcome == "stoppedByPolicy")
                #expect((19...26).contains(report.frames))
            } else {
                #expect(report.frames == clip.frameCount)
                #expect(report.numbers(25...).allSatisfy { $0 == nil })
            }
        }
    }
}
