import Foundation
import SafeMediaFrames
import StreamCommand
import Testing

@Suite("JSON")
struct JSONTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

    @Test(
        "Values are read as another reader reads them",
        arguments: [
            "null", "true", "[1,-2.5e3,0.125,[],{}]", #"{"a":{"b":["x",false]},"c":"\u00e9\ud83d\ude00\n\/"}"#,
            "\u{FEFF} 7 ",
            "-0", "9223372036854775807",
        ])
    func reading(text: String) throws {
        let data = Data(try parse(text).bytes)
        let trimmed = text.replacing("\u{FEFF}", with: "")
        let expected = try JSONSerialization.jsonObject(with: Data(trimmed.utf8), options: [.fragmentsAllowed])
        let ours = try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
        #expect((ours as? NSObject) == (expected as? NSObject))
    }

    @Test(
        "What is not JSON is refused",
        arguments: [
            "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'x'", "01", "1.", ".5", "+1", "1e", "nul", "truex", "\"\\x\"",
            "\"",
            "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\u12g4\"", "\"\\u12", "\"a\nb\"", "1 2", "{\"a\":1 \"b\":2}",
            "NaN", "1e999",
            "{\"a\":1,\"a\":2}", "-",
        ])
    func refused(text: String) {
        #expect(throws: JSONParser.Failure.self) { try parse(text) }
    }

    @Test("Depth and encodings are bounded")
    func bounds() throws {
        #expect(throws: JSONParser.Failure.self) { try parse(String(repeating: "[", count: 100_000)) }
        let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(try parse(deep) != .null)
        #expect(throws: JSONParser.Failure.self) { try JSONParser.parse([0x22, 0xFF, 0x22]) }
    }

    @Test("Strings are escaped so that one line stays one harmless line")
    func strings() throws {
        let text = "\"\\\n\r\t\u{0}\u{1B}\u{7F}\u{9B}\u{2028}é😀"
        let bytes = JSONValue.string(text).bytes
        #expect(String(decoding: bytes, as: UTF8.self) == #""\"\\\n\r\t\u0000\u001b\u007f\u009b\u2028é😀""#)
        #expect(try JSONParser.parse(bytes) == .string(text))
    }

    @Test(
        "Times are exact decimal seconds",
        arguments: [
            (Int64(0), "0"), (1, "0.000000001"), (-1_500_000_000, "-1.5"), (3_000_000_000, "3"), (300_000_000, "0.3"),
            (.max, "9223372036.854775807"), (.min, "-9223372036.854775808"),
        ])
    func times(nanoseconds: Int64, text: String) {
        #expect(String(decoding: JSONValue.time(StreamTime(nanoseconds: nanoseconds)).bytes, as: UTF8.self) == text)
    }

    @Test("Numbers that JSON has no word for become null")
    func numbers() {
        #expect(JSONValue.number(.nan).bytes == Array("null".utf8))
        #expect(JSONValue.number(-.infinity).bytes == Array("null".utf8))
        #expect(JSONValue.number(0.5).bytes == Array("0.5".utf8))
    }
}
