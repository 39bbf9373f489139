import Foundation
import SafeMediaAnalyzers
import SafeMediaFrames
import SafeMediaKit
import SafeMediaStream

/// Code as an app on another platform has it: it knows an engine, and nothing of the pipeline.
@MainActor
func watch(with engine: SafeMediaStreamEngine) async -> SafeMediaStreamSession {
    await engine.start(policy: .teenMessaging) { event in
        switch event {
        case .preparing: print("preparing")
        case .ready: print("attached; no frame has been judged yet")
        case .decision(let decision): print("decided: \(decision.action)")
        }
    }
}

let paths = Array(CommandLine.arguments.dropFirst())
guard paths.count == 2 else { exit(2) }
var configuration = StreamConfiguration(
    input: .path(paths[0]), output: .path(paths[1]), analyzers: [TestPatternAnalyzer()])
configuration.policy = .teenMessaging
let pipeline = try StreamPipeline(configuration)
let engine = SafeMediaStreamEngine(analyzer: pipeline.streamAnalyzer)
let session = await watch(with: engine)
let summary = try await pipeline.start().waitForCompletion()
session.cancel()
print("\(summary.concealed) of \(summary.frames) frames are concealed")
