/// What can be seen and heard in an output that was made from a test clip.
struct OutputReport: Sendable {
    /// The source frame whose number can be read in each output frame, in presentation order.
    var numbers: [Int?]
    /// In seconds from the output's start.
    var times: [Double]
    /// Sensitive source frames that can be seen.
    var leaked: [Int]
    /// Output frames without a number, or with the one before's, as a freeze has.
    var concealed: Int
    /// Source frames that were concealed or lost though nothing in them was sensitive.
    var over: [Int]
    /// Spans of silence longer than 30 ms, in seconds; nil where the output has no sound.
    var muted: [Range<Double>]?
    /// The worst of all seconds: beep minus flash, in milliseconds; nil where none has both.
    var sync: Double?

    var frames: Int { numbers.count }

    /// The numbers of these output frames, as far as there are such.
    func numbers(_ range: some RangeExpression<Int>) -> ArraySlice<Int?> {
        numbers[range.relative(to: 0..<Int.max).clamped(to: 0..<frames)]
    }

    /// Whether presentation times only ever grow.
    var isMonotonic: Bool { zip(times, times.dropFirst()).allSatisfy { $0 < $1 } }

    init(clip: ClipDescription, pictures: [ReadPicture], times: [Double], loudness: [Float]?) {
        numbers = pictures.map(\.number)
        self.times = times
        var seen: Set<Int> = []
        var last: Int?
        var concealed = 0
        for number in numbers {
            if let number, number != last {
                seen.insert(number)
                last = number
            } else {
                concealed += 1
            }
        }
        self.concealed = concealed
        let sensitive = clip.sensitiveFrames
        leaked = seen.intersection(sensitive).sorted()
        over = Set(0..<clip.frameCount).subtracting(sensitive).subtracting(seen).sorted()
        muted = loudness.map { Self.silences($0) }
        sync = loudness.flatMap { Self.worstSync(pictures, times, $0) }
    }

    /// Loudness is one RMS value per `OutputReader.window` of sound.
    private static func silences(_ loudness: [Float]) -> [Range<Double>] {
        var spans: [Range<Int>] = []
        for (index, value) in loudness.enumerated() where value < 0.01 {
            if let last = spans.last, last.upperBound == index {
                spans[spans.count - 1] = last.lowerBound..<index + 1
            } else {
                spans.append(index..<index + 1)
            }
        }
        let window = OutputReader.window
        return spans.filter { $0.count > 3 }.map { Double($0.lowerBound) * window..<Double($0.upperBound) * window }
    }

    private static func worstSync(_ pictures: [ReadPicture], _ times: [Double], _ loudness: [Float]) -> Double? {
        func onsets<T>(_ values: [T], _ isOn: (T) -> Bool) -> [Int] {
            values.indices.dropFirst().filter { isOn(values[$0]) && !isOn(values[$0 - 1]) }
        }
        let beeps = onsets(loudness) { $0 > 0.3 }.map { Double($0) * OutputReader.window }
        // A flash or beep that a concealment's edge cuts begins at that edge.
        func isClearAround(_ index: Int) -> Bool {
            let around = max(0, index - 3)...min(pictures.count - 1, index + 1)
            return around.dropFirst().allSatisfy { position in
                guard let number = pictures[position].number, let before = pictures[position - 1].number else {
                    return false
                }
                return number == before + 1
            }
        }
        let flashes = onsets(pictures, \.isLit).filter { isClearAround($0) && $0 < times.count }.map { times[$0] }
        let gaps = flashes.compactMap { flash in
            // A second of which only one is there says nothing about sync.
            beeps.map { $0 - flash }.min { abs($0) < abs($1) }.flatMap { abs($0) < 0.5 ? $0 : nil }
        }
        return gaps.max { abs($0) < abs($1) }.map { $0 * 1000 }
    }
}

/// What was read from one output frame.
struct ReadPicture: Hashable, Sendable {
    var number: Int?
    /// Whether the flash is on.
    var isLit: Bool
}
