import Foundation
import SafeMediaAnalyzers
import SafeMediaFrames
import SafeMediaKit
import SafeMediaStream

/// What an app with a main loop of its own keeps: here only whether the loop is to go on.
@MainActor
final class Application {
    private(set) var isRunning = true
    private(set) var turns = 0

    /// Begins the work that belongs to the main actor.
    func begin(_ input: String, _ output: String) {
        Task {
            do {
                try await conceal(input, output)
            } catch {
                print("failed: \(error)")
            }
            isRunning = false
        }
    }

    private func conceal(_ input: String, _ output: String) async throws {
        let configuration = StreamConfiguration(
            input: .path(input), output: .path(output), analyzers: [TestPatternAnalyzer()])
        let control = try await StreamPipeline(configuration).start(policy: .childStrict) { event in
            if case .decision(let decision) = event { print("decided: \(decision.action)") }
        }
        let summary = try await control.waitForCompletion()
        print("\(summary.concealed) of \(summary.frames) frames are concealed")
    }

    /// One turn of the loop: the app's own work (events, drawing), which must not block for long.
    func turn() {
        turns += 1
        usleep(2_000)
    }
}

let paths = Array(CommandLine.arguments.dropFirst())
guard paths.count == 2 else { exit(2) }
let application = Application()
application.begin(paths[0], paths[1])
while application.isRunning {
    application.turn()
    // The main actor's turn: runs what waits for it, and returns at once.
    _ = RunLoop.main.run(mode: .default, before: Date())
}
