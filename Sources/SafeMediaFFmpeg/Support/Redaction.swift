/// Makes text from FFmpeg, from users and from servers fit to be shown: no credentials, no control characters.
package enum Redaction {
    /// Keys whose values are not shown wherever they stand as `key=value` in a query.
    private static let secretKeys = ["pass", "pwd", "token", "secret", "key", "auth", "sign", "credential", "session"]

    /// The text with `scheme://user:password@` as `scheme://…@`, values of secret query keys as `…`, HTTP's
    /// authorization as `…`, and control characters replaced.
    package static func redact(_ text: String) -> String {
        let harmless = harmless(text)
        guard harmless.contains("://") || harmless.contains("=") || harmless.contains(":") else { return harmless }
        return authorizationHidden(queriesHidden(userInfoHidden(Array(harmless.unicodeScalars))))
    }

    /// The text on one line, with nothing in it that a terminal would obey.
    package static func harmless(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: scalars.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: scalars.append("\u{FFFD}")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    private static func endsURL(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "'" || scalar == "\"" || scalar == "<" || scalar == ">"
    }

    private static func userInfoHidden(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            guard text[index] == ":", index + 2 < text.count, text[index + 1] == "/", text[index + 2] == "/" else {
                result.append(text[index])
                index += 1
                continue
            }
            result.append(contentsOf: text[index..<index + 3])
            index += 3
            let end = text[index...].firstIndex(where: endsURL) ?? text.count
            if let at = lastUserInfoEnd(text[index..<end]) {
                result.append("…")
                index = at
            }
        }
        return result
    }

    /// The `@` behind the user's name and password. A password with a slash in it is not one to FFmpeg, but still one
    /// to its owner, so what follows a colon and is no port number counts as a password up to the last `@`.
    private static func lastUserInfoEnd(_ address: ArraySlice<Unicode.Scalar>) -> Int? {
        let authorityEnd = address.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? address.endIndex
        let authority = address[address.startIndex..<authorityEnd]
        if let at = authority.lastIndex(of: "@") { return at }
        guard let colon = authority.lastIndex(of: ":"), !authority.contains("[") else { return nil }
        let port = authority[(colon + 1)...]
        if !port.isEmpty, port.allSatisfy({ ("0"..."9").contains($0) }) { return nil }
        return address.lastIndex(of: "@")
    }

    private static func queriesHidden(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(text.count)
        var key = ""
        var index = 0
        while index < text.count {
            let scalar = text[index]
            result.append(scalar)
            index += 1
            if scalar == "=" {
                let lowered = key.lowercased()
                key = ""
                guard secretKeys.contains(where: { lowered.contains($0) }) else { continue }
                let end = text[index...].firstIndex { endsURL($0) || $0 == "&" || $0 == ";" || $0 == "," } ?? text.count
                if end > index { result.append("…") }
                index = end
            } else if scalar.properties.isAlphabetic || scalar == "_" || scalar == "-" || scalar == "." {
                key.unicodeScalars.append(scalar)
            } else {
                key = ""
            }
        }
        return result
    }

    private static func authorizationHidden(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        let text = String(view)
        guard let header = text.lowercased().range(of: "authorization:") else { return text }
        let kept = text.lowercased()[..<header.upperBound].count
        return text.prefix(kept) + " …"
    }
}

extension String {
    /// Where `needle` first stands; small enough not to need Foundation.
    fileprivate func range(of needle: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) {
                return start..<index(start, offsetBy: needle.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
