import CFFmpeg
package import SafeMediaFrames

/// A named part of the input.
package struct Chapter: Sendable, Hashable {
    package var id: Int64
    package var start: StreamTime
    package var end: StreamTime
    package var title: String?

    package init(id: Int64, start: StreamTime, end: StreamTime, title: String?) {
        self.id = id
        self.start = start
        self.end = end
        self.title = title
    }

    /// Nil where the file's times make no sense.
    init?(_ native: AVChapter) {
        let timeBase = Rational(native.time_base)
        guard let start = StreamTime(ticks: native.start, timeBase: timeBase),
            let end = StreamTime(ticks: native.end, timeBase: timeBase), end >= start
        else { return nil }
        self.init(
            id: Int64(native.id), start: start, end: end,
            title: OptionDictionary.contents(of: native.metadata)["title"])
    }
}
