/// A command on the control socket.
package enum ControlCommand: Sendable, Hashable {
    case reveal(decision: Int)
    case conceal
    case open
    case status

    package static let names = ["continue", "conceal", "open", "status"]

    /// Reads one line. Members that are not known are left alone.
    package init(line: [UInt8]) throws(ControlFailure) {
        let value: JSONValue
        do {
            value = try JSONParser.parse(line)
        } catch {
            throw ControlFailure("badRequest", "the line is not JSON: \(error)")
        }
        guard case .object = value else { throw ControlFailure("badRequest", "the line must be a JSON object") }
        guard case .string(let name) = value["command"] else {
            throw ControlFailure("badRequest", "the member 'command' is missing: \(Self.names.joined(separator: ", "))")
        }
        switch name {
        case "continue":
            guard let number = value["decision"]?.asInteger else {
                throw ControlFailure("badRequest", "continue needs 'decision', the number of the decision it is for")
            }
            self = .reveal(decision: number)
        case "conceal": self = .conceal
        case "open": self = .open
        case "status": self = .status
        default:
            let known = Self.names.joined(separator: ", ")
            let shown = TerminalText.harmless(String(name.prefix(64)))
            throw ControlFailure("unknownCommand", "there is no command '\(shown)': \(known)")
        }
    }
}

/// Why a command was not carried out: a word for programs, a sentence for people.
package struct ControlFailure: Error, Sendable, Hashable {
    package let code: String
    package let message: String
    /// The decision that conceals now, where that is the point.
    package var current: Int?

    package init(_ code: String, _ message: String, current: Int? = nil) {
        self.code = code
        self.message = message
        self.current = current
    }
}
