import SafeMediaFrames
import SafeMediaGate
import Testing

/// Thumbnails of made-up footage, 30 frames a second.
private struct Footage {
    /// Cells that the picture moves by each frame.
    var speed: Float = 0.1
    /// The widest noise of a cell, in code values.
    var noise: Float = 0
    /// Half the contrast of the texture.
    var contrast: Float = 50
    var seed: UInt64 = 1

    /// What covers a rectangle of cells, and how much of it shows.
    struct Cover {
        var columns = 6
        var rows = 4
        var left = 13
        var top = 7
        var luma: Float = 60
        var red: Float = 0
        var share: Float = 1
    }

    /// Frame `index`; `scene` shifts to another part of the texture, which is a cut.
    func frame(_ index: Int, scene: Float = 0, cover: Cover? = nil) throws -> LumaThumbnail {
        var random = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index) &* 0xD134_2543_DE82_EF95 | 1
        func jitter() -> Float {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (Float(random >> 40) / Float(1 << 24) * 2 - 1) * noise
        }
        let moved = Float(index) * speed + scene * 57
        var luma: [Float] = []
        for row in 0..<18 {
            for column in 0..<32 {
                let (x, y) = (Float(column) + moved, Float(row) + moved * 0.4)
                luma.append(
                    110 + contrast * wave(x * 0.31) * wave(y * 0.23 + scene) + contrast * 0.4 * wave(x * 1.1) + jitter()
                )
            }
        }
        var red = [Float](repeating: 0, count: 144)
        if let cover {
            for row in cover.top..<cover.top + cover.rows {
                for column in cover.left..<cover.left + cover.columns {
                    let place = row * 32 + column
                    luma[place] += cover.luma * cover.share
                    red[row / 2 * 16 + column / 2] = cover.red * cover.share
                }
            }
        }
        return try #require(LumaThumbnail(luma: luma.map { min(max($0, 0), 255) }, redDifference: red))
    }

    /// A smooth wave of period 2π without a mathematics library.
    private func wave(_ x: Float) -> Float {
        let turns = x / 6.283_185
        let phase = (turns - turns.rounded(.down)) * 2 - 1
        return 4 * phase * (1 - abs(phase))
    }
}

@Suite struct ChangeDetectorTests {
    private func flags(_ frames: [LumaThumbnail]) -> [Bool] {
        var detector = ChangeDetector()
        return frames.map { detector.isChange($0) }
    }

    private static let still = Footage(speed: 0)
    private static let pans = [
        Footage(speed: 0), Footage(speed: 0.1), Footage(speed: 0.5), Footage(speed: 0.1, noise: 6),
        Footage(speed: 0, noise: 10),
    ]

    @Test func theFirstFrameIsComparedWithNothing() throws {
        var detector = ChangeDetector()
        let first = detector.isChange(try Self.still.frame(0))
        let second = detector.isChange(try Self.still.frame(1))
        detector.reset()
        let firstAgain = detector.isChange(try Self.still.frame(2, scene: 1))
        #expect(!first && !second && !firstAgain)
    }

    @Test(arguments: 0..<5) func steadyFootageIsNoChange(kind: Int) throws {
        let flagged = flags(try (0..<150).map { try Self.pans[kind].frame($0) }).count { $0 }
        // Five seconds: two a second at most, beside five interval samples a second.
        #expect(flagged <= 10, "\(flagged) of 150")
    }

    @Test(arguments: 0..<5) func aCutIsFoundOnce(kind: Int) throws {
        let footage = Self.pans[kind]
        let found = flags(try (0..<60).map { try footage.frame($0, scene: $0 < 40 ? 0 : 1) })
        #expect(found[40])
        #expect(found[41...].count { $0 } <= 1)
    }

    /// A twentieth of the picture, normal contrast, one frame, at every position from the second frame on.
    @Test(arguments: 0..<5, [Float(60), -60]) func everySingleFrameFlashIsFound(kind: Int, luma: Float) throws {
        let footage = Self.pans[kind]
        var detector = ChangeDetector()
        for index in 0..<60 {
            // The detector is a value: a copy of it sees the flash, and the original goes on without.
            var other = detector
            _ = detector.isChange(try footage.frame(index))
            guard index > 0 else { continue }
            let cover = Footage.Cover(columns: 7, rows: 4, left: index % 25, top: index % 14, luma: luma)
            let isFound = other.isChange(try footage.frame(index, cover: cover))
            #expect(isFound, "frame \(index)")
        }
    }

    @Test(arguments: 0..<5) func longerFlashesAreFoundAtTheirFirstFrame(kind: Int) throws {
        for length in 2...4 {
            let found = flags(
                try (0..<60).map {
                    try Self.pans[kind].frame($0, cover: (40..<40 + length).contains($0) ? .init() : nil)
                })
            #expect(found[40], "\(length) frames")
        }
    }

    @Test(arguments: 1...6) func aFlashRightAfterACutIsFound(distance: Int) throws {
        let found = flags(
            try (0..<60).map {
                try Self.pans[1].frame($0, scene: $0 < 40 ? 0 : 1, cover: $0 == 40 + distance ? .init() : nil)
            })
        #expect(found[40] && found[40 + distance])
    }

    /// Long flashing must not teach the detector that flashes are usual.
    @Test(arguments: [(2, 1), (3, 1), (3, 2), (4, 2), (5, 3), (7, 1), (10, 2)])
    func flashingAgainAndAgainStaysFound(period: Int, length: Int) throws {
        for footage in [Self.pans[1], Self.pans[3]] {
            let isOn = { (index: Int) in index >= 20 && (index - 20) % period < length }
            let found = flags(try (0..<240).map { try footage.frame($0, cover: isOn($0) ? .init() : nil) })
            let missed = (20..<240).filter { isOn($0) && !isOn($0 - 1) && !found[$0] }
            #expect(missed.isEmpty, "\(missed.count) missed, the first at \(missed.first ?? 0)")
        }
    }

    /// Something else at each frame, in a twentieth of the picture: the ceiling holds.
    @Test func aNewPictureEveryFrameStaysFound() throws {
        let found = flags(
            try (0..<120).map { index in
                let cover = Footage.Cover(
                    columns: 7, rows: 4, left: index * 11 % 25, top: index * 5 % 14, luma: index % 2 == 0 ? 120 : -100)
                return try Self.still.frame(index, cover: index < 30 ? nil : cover)
            })
        #expect(found[30...].allSatisfy { $0 })
    }

    @Test(arguments: 0..<5) func whatFadesInAndOutWithinAFifthOfASecondIsFound(kind: Int) throws {
        let shares: [Float] = [0.33, 0.67, 1, 0.67, 0.33]
        for start in 30..<34 {
            let found = flags(
                try (0..<40).map { index in
                    let inside = (start..<start + 5).contains(index)
                    return try Self.pans[kind].frame(
                        index, cover: inside ? .init(columns: 8, rows: 5, luma: 80, share: shares[index - start]) : nil)
                })
            #expect(found[start..<start + 5].contains(true))
        }
    }

    @Test func aChangeOfColorAloneIsFound() throws {
        let cover = Footage.Cover(columns: 8, rows: 6, left: 12, top: 6, luma: 0, red: 70)
        let found = flags(try (0..<60).map { try Self.pans[1].frame($0, cover: $0 == 40 ? cover : nil) })
        #expect(found[40])
    }

    @Test func whatCreepsInIsComparedWithTheLastSample() throws {
        // A step of the fade is below the floor; three of them are not.
        let fade = try (0..<8).map { index in
            try Self.still.frame(0, cover: .init(luma: 9 * Float(index)))
        }
        #expect(flags(fade).contains(true))
        var detector = ChangeDetector()
        let found = fade.map { frame in
            defer { detector.noteSample() }
            return detector.isChange(frame)
        }
        #expect(!found.contains(true))
    }

    @Test func whatIsNotANumberIsAChange() throws {
        var frames = try (0..<20).map { try Self.still.frame($0) }
        frames[15] = try #require(LumaThumbnail(luma: [Float](repeating: .nan, count: 576)))
        let found = flags(frames)
        #expect(found[15] && found[16])
        #expect(!found[19])
    }

    @Test func twoRunsAgree() throws {
        let frames = try (0..<200).map {
            try Self.pans[3].frame($0, scene: Float($0 / 37), cover: $0 % 11 == 3 ? .init() : nil)
        }
        #expect(flags(frames) == flags(frames))
    }
}
