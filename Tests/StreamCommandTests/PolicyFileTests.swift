import SafeMediaKit
import StreamCommand
import Testing

@Suite("Policy files")
struct PolicyFileTests {
    private static let four =
        #""sensitiveAction":"blur","unknownAction":"block","unavailableAction":"blurWithReveal","#
        + #""failureAction":"interruptVideo""#

    private static let actions = "allow, blur, blurWithReveal, block, interruptVideo or muteAudio"

    private func policy(_ text: String) throws(UsageError) -> SafeMediaPolicy {
        try PolicyFile.policy(Array(text.utf8))
    }

    @Test("What is left out is strict")
    func defaults() throws {
        let read = try policy("{\(Self.four)}")
        let expected = SafeMediaPolicy(
            sensitiveAction: .blur, unknownAction: .block, unavailableAction: .blurWithReveal,
            failureAction: .interruptVideo, allowReveal: false, allowReport: false)
        #expect(read == expected)
    }

    @Test("Every key is read")
    func everything() throws {
        let read = try policy(
            "{\(Self.four),\"streamSensitiveAction\":\"muteAudio\",\"allowReveal\":true,"
                + "\"allowReport\":true,\"blurRadius\":3.5}")
        #expect(read.streamSensitiveAction == .muteAudio && read.allowReveal && read.allowReport)
        #expect(read.blurRadius == 3.5)
        #expect(try policy("{\(Self.four),\"streamSensitiveAction\":null}").streamSensitiveAction == nil)
    }

    @Test(
        "Mistakes are named",
        arguments: [
            ("", "not JSON: the text ends too early at byte 1"),
            ("[]", "a policy must be a JSON object"),
            ("{}", "the key 'sensitiveAction' is missing"),
            ("{\"sensitiveAction\":null}", "'sensitiveAction' must not be null"),
            (
                "{\"sensitiveAction\":\"Blur\"}",
                "'sensitiveAction' is 'Blur'; it must be \(actions); did you mean blur?"
            ),
            ("{\"sensitiveAction\":1}", "'sensitiveAction' must be a string: \(actions)"),
            ("{\(four),\"allowReveal\":1}", "'allowReveal' must be true or false"),
            ("{\(four),\"blurRadius\":-1}", "'blurRadius' must be a number from 0 to 10000"),
            ("{\(four),\"blurRadius\":\"3\"}", "'blurRadius' must be a number from 0 to 10000"),
            ("{\(four),\"sensitiveAction\":\"allow\"}", "not JSON: a key is there twice at byte 138"),
            ("{\(four)} x", "not JSON: something follows the value at byte 122"),
        ])
    func mistakes(text: String, message: String) {
        let error = #expect(throws: UsageError.self) { try policy(text) }
        #expect(error?.message == message)
    }

    @Test("Unknown keys are refused, with a guess")
    func unknownKey() {
        let error = #expect(throws: UsageError.self) { try policy("{\(Self.four),\"alowReveal\":true}") }
        #expect(error?.message.hasPrefix("unknown key 'alowReveal'; did you mean allowReveal? (known: ") == true)
    }

    @Test("The option reads the file, and says what is wrong with it")
    func option() throws {
        let files = facts(contents: ["p.json": "{\(Self.four)}", "bad.json": "{"], identities: ["secret.json": 3])
        #expect(try options("--policy", "p.json", files: files).policy.sensitiveAction == .blur)
        #expect(refusal("--policy", "bad.json", files: files)?.hasPrefix("--policy 'bad.json': not JSON: ") == true)
        #expect(
            refusal("--policy", "secret.json", files: files)
                == "--policy 'secret.json': the file cannot be read: Permission denied")
    }
}
