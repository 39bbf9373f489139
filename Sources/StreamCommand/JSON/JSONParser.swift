/// Reads JSON strictly: nothing behind the value, no key twice, a bounded depth.
package struct JSONParser {
    /// What is wrong, and at which byte, counted from 1.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let message: String
        package let position: Int

        package var description: String { "\(message) at byte \(position)" }
    }

    private static let deepest = 32

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    package static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(message: "the text is not UTF-8", position: 1)
        }
        var parser = JSONParser(bytes)
        // Editors on other systems put a byte order mark in front.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        let value = try parser.value()
        parser.skipSpace()
        guard parser.next == nil else { throw parser.failure("something follows the value") }
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func failure(_ message: String) -> Failure { Failure(message: message, position: position + 1) }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(Failure) -> JSONValue {
        skipSpace()
        switch next {
        case nil: throw failure("the text ends too early")
        case UInt8(ascii: "{"): return try nested { (parser) throws(Failure) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(Failure) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(Failure) -> JSONValue
    ) throws(Failure) -> JSONValue {
        guard depth < Self.deepest else { throw failure("nested too deeply") }
        depth += 1
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(Failure) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = []
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("a key in quotes is missing") }
            let key = try string()
            guard !members.contains(where: { $0.key == key }) else { throw failure("a key is there twice") }
            skipSpace()
            guard take(":") else { throw failure("a colon is missing") }
            members.append((key, try value()))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw failure("a comma or a closing brace is missing") }
        }
    }

    private mutating func array() throws(Failure) -> JSONValue {
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        while true {
            values.append(try value())
            skipSpace()
            if take("]") { return .array(values) }
            guard take(",") else { throw failure("a comma or a closing bracket is missing") }
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw failure("there is no such word in JSON") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(Failure) -> JSONValue {
        let start = position
        _ = take("-")
        let first = next
        let whole = digits()
        guard whole > 0, whole == 1 || first != UInt8(ascii: "0") else {
            position = start
            throw failure("there is no value")
        }
        var isInteger = true
        if take(".") {
            isInteger = false
            guard digits() > 0 else { throw failure("a digit is missing") }
        }
        if take("e") || take("E") {
            isInteger = false
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw failure("a digit is missing") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let value = Int(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw failure("the number is too large") }
        return .number(value)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func string() throws(Failure) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += String(try escape()).utf8
            case 0..<0x20: throw failure("a control character is not escaped")
            default: text.append(byte)
            }
        }
        throw failure("a string does not end")
    }

    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        guard let byte = next else { throw failure("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw failure("there is no such escape")
        }
    }

    private mutating func unicodeEscape() throws(Failure) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // A pair of surrogates, or nothing.
        guard (0xD800...0xDBFF).contains(first), take("\\"), take("u") else { throw failure("half a character") }
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw failure("half a character") }
        return scalar
    }

    private mutating func fourDigits() throws(Failure) -> UInt32 {
        guard position + 4 <= bytes.count else { throw failure("a string does not end") }
        let text = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        let isHex = text.utf8.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
        guard isHex, let value = UInt32(text, radix: 16) else { throw failure("four hexadecimal digits are missing") }
        position += 4
        return value
    }
}
