/// Makes the bytes that a terminal or a log is sent: lines stay, the progress line is always the last and is redrawn.
package struct TerminalRenderer: Sendable {
    private let isTerminal: Bool
    private var shown = ""

    package init(isTerminal: Bool) { self.isTerminal = isTerminal }

    /// The bytes that print these lines and leave this progress line behind them.
    package mutating func render(_ lines: [String], progress: String?) -> [UInt8] {
        let progress = isTerminal ? progress ?? "" : ""
        guard !lines.isEmpty || progress != shown else { return [] }
        // Back to the first column, and erase to the end of the line.
        var text = shown.isEmpty ? "" : "\r\u{1B}[K"
        for line in lines { text += line + "\n" }
        text += progress
        shown = progress
        return Array(text.utf8)
    }
}
