/// A fenced block of a Markdown file.
struct CodeBlock {
    let language: String
    let lines: [Substring]
    /// The line of its opening fence, counted from 1.
    let line: Int

    var text: String { lines.map { "\($0)\n" }.joined() }

    /// The blocks of a Markdown text; nil where the last one is not closed.
    static func all(in text: String) -> [CodeBlock]? {
        var blocks: [CodeBlock] = []
        var open: (language: String, line: Int, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(CodeBlock(language: block.language, lines: block.lines, line: block.line))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), index + 1, [])
                }
            } else {
                open?.lines.append(line)
            }
        }
        return open == nil ? blocks : nil
    }
}
