import Testing

/// Every piece of Swift in the documentation is compiled: it stands, line by line, in an example or a snippet.
struct CodeBlockTests {
    static let documents =
        ["README.md", "CONTRIBUTING.md"] + Repository.files(below: "Sources", suffix: ".md")
        + Repository.files(below: "docs", suffix: ".md")

    @Test(arguments: documents)
    func everyPieceOfSwiftIsCompiled(document: String) throws {
        let sources = try
            (Repository.files(below: "Examples", suffix: ".swift")
            + Repository.files(below: "Tests/DocumentationTests/Snippets", suffix: ".swift"))
            .map { try Repository.text($0).split(separator: "\n", omittingEmptySubsequences: false) }
        let blocks = try #require(CodeBlock.all(in: try Repository.text(document)), "a fence is not closed")
        for block in blocks where block.language == "swift" {
            #expect(
                sources.contains { Self.contains($0, block.lines) },
                "\(document):\(block.line): the block stands in no file that is compiled")
        }
    }

    @Test func theReadmeEmbedsTheWholeExample() throws {
        let blocks = try #require(CodeBlock.all(in: try Repository.text("README.md")))
        let swift = blocks.filter { $0.language == "swift" }
        #expect(swift.first?.text == (try Repository.text("Examples/Embedding/main.swift")))
        #expect((swift.first?.lines.count ?? .max) <= 20)
    }

    @Test func aBlockIsFoundOnlyWhereItStands() {
        let source: [Substring] = ["    first", "", "        second"]
        #expect(Self.contains(source, ["first", "", "    second"]))
        #expect(!Self.contains(source, ["first", "second"]))
        #expect(!Self.contains(source, ["first", "", "second"]))
        #expect(!Self.contains(source, []))
    }

    /// Whether the lines follow each other in a source, all indented by the same amount more.
    private static func contains(_ source: [Substring], _ lines: [Substring]) -> Bool {
        guard let first = lines.first, lines.count <= source.count else { return false }
        return (0...source.count - lines.count).contains { start in
            guard source[start].hasSuffix(first) else { return false }
            let indent = source[start].dropLast(first.count)
            guard indent.allSatisfy({ $0 == " " }) else { return false }
            return zip(source[start...], lines).allSatisfy { $0 == ($1.isEmpty ? "" : indent + $1) }
        }
    }
}
