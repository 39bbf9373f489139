import Foundation
import StreamCommand
import Testing

@Suite("Help and manual")
struct HelpTests {
    @Test("Every line fits a narrow terminal")
    func width() {
        for line in HelpText.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("Every key has exactly one definition, and no letter stands for two")
    func catalogue() {
        #expect(
            OptionCatalog.all.map(\.key.rawValue).sorted() == OptionDefinition.Key.allCases.map(\.rawValue).sorted())
        let letters = OptionCatalog.all.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
    }

    @Test("Help lists every option once, and no other")
    func helpIsComplete() {
        let listed = HelpText.text.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("  -") else { return nil }
            return line.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init)
        }
        #expect(listed.sorted() == OptionCatalog.all.map(\.name).sorted())
    }

    @Test("The manual describes every option once, with the same value, and no other")
    func manualIsComplete() throws {
        let manual = try String(contentsOf: repository.appending(path: "docs/man/safemedia-stream.1"), encoding: .utf8)
        let tail = try #require(manual.components(separatedBy: ".SH OPTIONS").last)
        let section = try #require(tail.components(separatedBy: ".SH ").first)
        let entries = section.components(separatedBy: ".TP\n").dropFirst().compactMap {
            $0.split(separator: "\n").first
        }
        let described = entries.map { entry in
            // The entry without the marks of roff.
            ["\\fI", "\\fP", ".BR ", "\"", ","].reduce(entry.replacing("\\-", with: "-")) { $0.replacing($1, with: "") }
        }
        let expected = OptionCatalog.all.map { option in
            [option.short.map { "-\($0) " } ?? "", option.name, option.value.map { " \($0)" } ?? ""].joined()
        }
        #expect(described.map { $0.split(separator: " ").joined(separator: " ") }.sorted() == expected.sorted())
    }

    @Test("Help begins with examples and ends with the exit statuses")
    func order() throws {
        let examples = try #require(HelpText.text.range(of: "Examples:"))
        let options = try #require(HelpText.text.range(of: "--analyzer NAME"))
        let statuses = try #require(HelpText.text.range(of: "Exit status: 0 done"))
        #expect(examples.lowerBound < options.lowerBound && options.lowerBound < statuses.lowerBound)
        #expect(Version.line.hasPrefix("safemedia-stream "))
    }

    private var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }
}
