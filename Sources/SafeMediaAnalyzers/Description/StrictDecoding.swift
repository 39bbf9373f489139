import Foundation

/// Decoding that refuses keys it does not know, so that a mistyped `threshhold` is an error and not a model without a
/// threshold.
extension Decoder {
    func strictContainer<Key: CodingKey & CaseIterable>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = Set(Key.allCases.map(\.stringValue))
        for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath + [key],
                    debugDescription: "is not a key here; there are \(known.sorted().joined(separator: ", "))"))
        }
        return try container(keyedBy: type)
    }
}

extension KeyedDecodingContainer {
    /// Decodes one of an enumeration's words; the error lists them all.
    func decodeWord<Word: RawRepresentable & CaseIterable>(
        _ type: Word.Type, forKey key: Key, default fallback: Word? = nil
    ) throws -> Word where Word.RawValue == String {
        if let fallback, !contains(key) { return fallback }
        let text = try decode(String.self, forKey: key)
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return try checked(Word(rawValue: text), "is \"\(text)\"; it must be one of \(words)", forKey: key)
    }

    /// Decodes a number that must lie in a range.
    func decodeNumber<Number: Decodable & Comparable>(
        in range: ClosedRange<Number>, forKey key: Key, default fallback: Number? = nil
    ) throws -> Number {
        if let fallback, !contains(key) { return fallback }
        let value = try decode(Number.self, forKey: key)
        return try checked(
            range.contains(value) ? value : nil,
            "is \(value); it must be from \(range.lowerBound) to \(range.upperBound)", forKey: key)
    }

    /// The value, or an error at this key.
    func checked<Value>(_ value: Value?, _ complaint: @autoclosure () -> String, forKey key: Key) throws -> Value {
        guard let value else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath + [key], debugDescription: complaint()))
        }
        return value
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension AnalyzerError {
    /// One line of what is wrong with a description: its file, the key, the complaint.
    init(decoding error: any Error, in file: String) {
        guard let error = error as? DecodingError else {
            self.init("\(file): \(error.localizedDescription)")
            return
        }
        let (context, complaint): (DecodingError.Context, String?) =
            switch error {
            case .keyNotFound(let key, let context): (context, "has no \"\(key.stringValue)\"")
            case .typeMismatch(let type, let context): (context, "is not of type \(type)")
            case .valueNotFound(_, let context): (context, "is null")
            case .dataCorrupted(let context) where context.codingPath.isEmpty:
                (context, "holds a value that cannot be read, such as a number out of range")
            case .dataCorrupted(let context): (context, nil)
            @unknown default: (.init(codingPath: [], debugDescription: "cannot be read"), nil)
            }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        let place = path.isEmpty ? "the description" : String(path.drop { $0 == "." })
        let text = (complaint ?? context.debugDescription).split(whereSeparator: \.isNewline).joined(separator: " ")
        self.init("\(file): \(place) \(text)")
    }
}
