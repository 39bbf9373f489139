import Foundation
import SafeMediaAnalyzers
import SafeMediaFrames
import SafeMediaKit
import SafeMediaStream

let paths = Array(CommandLine.arguments.dropFirst())
guard paths.count == 2 else { exit(2) }
let models: [any FrameAnalyzing] = [try ONNXClassifier.openNSFW(), TestPatternAnalyzer()]
var configuration = StreamConfiguration(input: .path(paths[0]), output: .path(paths[1]), analyzers: models)
configuration.resume = .whenSafe(StreamTime(seconds: 1))

let pipeline = try StreamPipeline(configuration)
let control = try await pipeline.start(policy: .teenMessaging) { event in
    guard case .decision(let decision) = event, decision.action != .allow else { return }
    print("decided: \(decision.action), because of \(decision.verdict.contentTypes)")
}
let summary = try await control.waitForCompletion()
print("\(summary.concealed) of \(summary.frames) frames are concealed")
