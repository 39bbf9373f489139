/// Makes text that came from a file, a server or a command line harmless for a terminal.
package enum TerminalText {
    /// One line that can be printed as it is: control characters, line ends and characters that turn the direction of
    /// writing show as `\u{…}`, and tabs as blanks.
    package static func harmless(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\t" {
                result.append(" ")
            } else if isHarmful(scalar) {
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Directions can make a line read as another.
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028...0x2029, 0xFEFF: true
        default: scalar.properties.generalCategory == .control
        }
    }
}
