import Foundation
import Testing

extension Lanes.Files {
    /// What stands in place of a concealed picture.
    @Suite struct ConcealmentTests {
        static let clip = ClipDescription.small(seconds: 4).showing(1.2..<1.8)

        /// A frame in the middle of the concealed span.
        static let inside = 38

        @Test(arguments: ["blank", "freeze", "blur", "mosaic", "slate"])
        func everyConcealmentHidesTheSpan(kind: String) async throws {
            let run = try await Screening.run(Self.clip, ["--conceal", kind])
            #expect(run.outcome.status == .exited(0), "\(run.outcome.errors)")
            try await run.report().expectWhole(Self.clip)
        }

        @Test func blankIsBlack() async throws {
            let run = try await Screening.run(Self.clip)
            let picture = try await FrameReader.luma(of: run.output, frame: Self.inside, like: Self.clip)
            #expect(picture.pixels.allSatisfy { $0 <= 18 })
        }

        @Test func freezeShowsTheLastClearPicture() async throws {
            let run = try await Screening.run(Self.clip, ["--conceal", "freeze"])
            let report = try await run.report()
            let first = try #require(
                report.numbers.indices.dropFirst().first {
                    report.numbers[$0] == report.numbers[$0 - 1]
                })
            let shown = try #require(report.numbers[first])
            #expect(shown < 30 && shown >= 25)
            #expect(report.numbers(Self.inside...Self.inside) == [shown])
        }

        @Test func aSlateOfOnesOwnIsShown() async throws {
            let folder = try TemporaryFolder()
            let picture = folder.file("card.png")
            let made = try await ChildProcess.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=c=0x60a060:s=64x36", "-frames:v", "1", picture])
            try #require(made.succeeded)
            let run = try await Screening.run(Self.clip, ["--conceal", "slate:\(picture)"])
            try await run.report().expectWhole(Self.clip)
            let shown = try await FrameReader.luma(of: run.output, frame: Self.inside, like: Self.clip)
            // The luma of that green, within what an encoder changes.
            #expect(shown.pixels.allSatisfy { abs(Int($0) - 131) <= 6 })
        }
    }
}
