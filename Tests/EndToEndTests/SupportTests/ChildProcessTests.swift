import Foundation
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChildProcessTests {
    @Test func bothOutputsAndTheStatusAreKept() async throws {
        let outcome = try await ChildProcess.run("sh", ["-c", "echo out; echo err >&2; exit 3"])
        #expect(outcome.status == .exited(3))
        #expect(outcome.text == "out\n")
        #expect(outcome.errors == "err\n")
        #expect(!outcome.succeeded)
    }

    @Test func inputLargerThanAPipeGoesThrough() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let outcome = try await ChildProcess.run("cat", [], input: .bytes(bytes))
        #expect(outcome.succeeded)
        #expect(outcome.output == bytes)
    }

    @Test func aChildThatStopsReadingEndsItsProducer() async throws {
        let outcome = try await ChildProcess.run(
            "head", ["-c", "5"],
            input: .producer { write in
                let block = [UInt8](repeating: 65, count: 1 << 20)
                while block.withUnsafeBytes(write) {}
            })
        #expect(outcome.text == "AAAAA")
    }

    @Test func aLineIsAwaitedAndAnOpenInputWritten() async throws {
        let child = try ChildProcess.start("sh", ["-c", "echo ready; read word; echo got $word"], input: .open)
        #expect(try await child.line(containing: "read", in: .output) == "ready")
        try child.write(Array("milk\n".utf8))
        #expect(try await child.line(containing: "got", in: .output) == "got milk")
        #expect(await child.outcome().succeeded)
    }

    @Test func aLineThatNeverComesIsAnErrorWithWhatTheChildSaid() async throws {
        let child = try ChildProcess.start("sh", ["-c", "echo no such disk >&2; exit 1"])
        let error = await #expect(throws: ChildError.self) {
            try await child.line(containing: "ready", in: .output)
        }
        #expect(try #require(error).description.contains("no such disk"))
    }

    @Test func signalsArrive() async throws {
        let child = try ChildProcess.start(
            "sh", ["-c", "trap 'echo stopped; exit 7' TERM; echo up; while :; do read x; done"], input: .open)
        _ = try await child.line(containing: "up", in: .output)
        child.send(SIGTERM)
        let outcome = await child.outcome()
        #expect(outcome.status == .exited(7))
        #expect(outcome.text == "up\nstopped\n")
    }

    @Test func timeThatIsUpKillsTheChildAndItsDescendants() async throws {
        let outcome = try await ChildProcess.run(
            "sh", ["-c", "sleep 1000 & echo $!; wait"], limit: .milliseconds(200))
        #expect(outcome.ranOutOfTime)
        #expect(outcome.status == .signalled(SIGKILL))
        // Both outputs reached their end, so nobody holds them any more.
        #expect(Int(outcome.text.dropLast()) != nil)
    }

    @Test func aDescendantLeftBehindIsKilledWhenTheChildEnds() async throws {
        let outcome = try await ChildProcess.run("sh", ["-c", "sleep 1000 & echo $!"])
        #expect(outcome.succeeded)
        let left = try #require(pid_t(outcome.text.dropLast()))
        // Gone, or a zombie that waits for its new parent.
        let state = try? String(contentsOfFile: "/proc/\(left)/stat", encoding: .utf8)
        #expect(state == nil || state?.contains(") Z ") == true)
    }

    @Test func aChildLetGoIsKilled() async throws {
        var child: ChildProcess? = try ChildProcess.start("cat", [], input: .open)
        let pid = try #require(child?.pid)
        child = nil
        // The core's waiting thread reaps it; until then it is a zombie, which is dead as well.
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == 0 {}
        #expect(errno == ECHILD)
    }

    @Test func aProgramThatIsNotThereIsAnError() {
        #expect(throws: ChildError.self) { try ChildProcess.start("no-such-program-anywhere", []) }
    }
}
