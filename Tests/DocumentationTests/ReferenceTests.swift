import Foundation
import StreamCommand
import Testing

/// What the documentation names is there.
struct ReferenceTests {
    static let documents =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md", "Models/README.md"]
        + Repository.files(below: "Sources", suffix: ".md")

    @Test(arguments: documents)
    func everyOptionExists(document: String) throws {
        let text = try Repository.text(document)
        for match in text.matches(of: /(?:^|[\s`(])(--[a-z][a-z-]*)/) {
            let name = String(match.1)
            #expect(OptionCatalog.option(named: name) != nil, "\(document) names \(name)")
        }
    }

    @Test(arguments: documents)
    func everyLinkedFileExists(document: String) throws {
        let folder = Repository.root.appendingPathComponent(document).deletingLastPathComponent()
        for match in try Repository.text(document).matches(of: /\]\(([^)#]+)\)/) where !match.1.contains("://") {
            let path = folder.appendingPathComponent(String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(document) links to \(match.1)")
        }
    }

    @Test func everyTargetOfMakeExists() throws {
        let makefile = try Repository.text("Makefile")
        let targets = Set(makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.1) })
        for document in Self.documents {
            for match in try Repository.text(document).matches(of: /(?m)(?:^ {4}|`|; )make ([a-z-]+)/) {
                #expect(targets.contains(String(match.1)), "\(document) names make \(match.1)")
            }
        }
    }

    @Test func anUnknownOptionWouldBeFound() {
        #expect(OptionCatalog.option(named: "--frobnicate") == nil)
        #expect(OptionCatalog.option(named: "--analyzer") != nil)
    }
}
