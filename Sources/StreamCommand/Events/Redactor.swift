/// Takes credentials out of addresses, wherever they stand in a text.
package enum Redactor {
    /// Names of query parameters whose values are secrets.
    private static let secrets: Set<String> = [
        "passphrase", "password", "passwd", "pass", "pwd", "token", "access_token", "secret", "key", "apikey",
        "api_key",
        "auth", "sig", "signature", "streamkey",
    ]

    /// The text with `user:password@` gone from every address in it, and with secret parameters as `***`.
    package static func redact(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstRange(of: "://") {
            result += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let end = rest.firstIndex { $0.isWhitespace || "\"'<>".contains($0) } ?? rest.endIndex
            result += address(rest[..<end])
            rest = rest[end...]
        }
        return result + rest
    }

    /// What follows `://` in one address.
    private static func address(_ text: Substring) -> String {
        let query = text.firstIndex(of: "?") ?? text.endIndex
        let front = text[..<query]
        let path = front.firstIndex(of: "/") ?? front.endIndex
        // Passwords with an unescaped slash occur: the last @ counts where one stands before the path's end and a colon
        // before it says that there is a password.
        var host = front
        if let at = front[..<path].lastIndex(of: "@") {
            host = front[front.index(after: at)...]
        } else if let at = front.lastIndex(of: "@"), front[..<path].contains(":"), !portFollows(front[..<path]) {
            host = front[front.index(after: at)...]
        }
        guard query < text.endIndex else { return String(host) }
        let parameters = text[text.index(after: query)...].split(separator: "&", omittingEmptySubsequences: false)
        let shown = parameters.map { parameter -> String in
            guard let equals = parameter.firstIndex(of: "=") else { return String(parameter) }
            let name = parameter[..<equals].lowercased()
            return secrets.contains(name) ? "\(parameter[...equals])***" : String(parameter)
        }
        return "\(host)?\(shown.joined(separator: "&"))"
    }

    /// `host:554` rather than `user:pass`.
    private static func portFollows(_ authority: Substring) -> Bool {
        guard let colon = authority.lastIndex(of: ":") else { return false }
        let port = authority[authority.index(after: colon)...]
        return !port.isEmpty && port.allSatisfy(\.isNumber)
    }
}
