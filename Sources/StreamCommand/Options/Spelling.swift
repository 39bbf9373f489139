/// Guesses what a misspelt word was meant to be.
package enum Spelling {
    /// The nearest of the candidates, where one is near enough to be worth a question.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let word = word.lowercased()
        let limit = max(1, word.count / 3)
        let scored = candidates.map { ($0, distance(word, $0.lowercased())) }
        if let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= limit { return best.0 }
        // A word broken off, or with something behind it.
        return candidates.first { word.count >= 4 && $0.lowercased().hasPrefix(word) }
    }

    /// `; did you mean …?` or nothing, to be put at the end of a message.
    package static func question(for word: String, among candidates: [String]) -> String {
        nearest(to: word, among: candidates).map { "; did you mean \($0)?" } ?? ""
    }

    /// How many characters must be put in, taken out, replaced or swapped with their neighbour.
    static func distance(_ left: String, _ right: String) -> Int {
        // Nothing that long is a misspelling, and the table is quadratic.
        let a = Array(left.prefix(64))
        let b = Array(right.prefix(64))
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                var best = min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforeLast[j - 2] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
