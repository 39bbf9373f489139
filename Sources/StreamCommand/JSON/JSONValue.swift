package import SafeMediaFrames

/// A JSON value whose objects keep their order.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case integer(Int)
    /// Written as seconds, exact to the nanosecond.
    case time(StreamTime)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    /// A member of an object.
    package subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        default: left.asDouble != nil && left.asDouble == right.asDouble
        }
    }

    /// Any of the three kinds of number.
    package var asDouble: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        case .time(let value): value.seconds
        default: nil
        }
    }

    /// A number that is whole and fits.
    package var asInteger: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }
}
