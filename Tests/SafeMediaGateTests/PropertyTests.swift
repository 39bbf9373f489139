import Foundation
import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit
import Testing

/// Random runs of every kind, held against an oracle. A failure names its seed; SAFEMEDIA_GATE_SEED runs that one alone
/// and prints what happens, SAFEMEDIA_GATE_RUNS sets the number of runs and SAFEMEDIA_GATE_FIRST the first seed.
struct PropertyTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let runs = environment["SAFEMEDIA_GATE_RUNS"].flatMap(UInt64.init) ?? 1500
    private static let only = environment["SAFEMEDIA_GATE_SEED"].flatMap(UInt64.init)
    private static let first = environment["SAFEMEDIA_GATE_FIRST"].flatMap(UInt64.init) ?? 1

    private static var seeds: ClosedRange<UInt64> { only.map { $0...$0 } ?? first...(first + runs - 1) }

    @Test func nothingUnverifiedLeavesAndEverythingLeaves() {
        var failures: [String] = []
        for seed in Self.seeds where failures.count < 10 {
            var simulation = Simulation(Scenario(seed: seed), seed: seed &* 31)
            if Self.only != nil { simulation.log = ["\(simulation.scenario.configuration)"] }
            let outcome = simulation.run()
            for line in simulation.log ?? [] { print(line) }
            if !outcome.violations.isEmpty { failures.append("seed \(seed): \(outcome.violations)") }
        }
        #expect(failures == [])
    }

    @Test func filesDependOnNothingButTheirContent() {
        var failures: [String] = []
        for seed in Self.seeds where failures.count < 10 && (seed % 3 == 0 || Self.only != nil) {
            let scenario = Scenario(seed: seed, mode: .file, hasHands: false)
            var first = Simulation(scenario, seed: seed &* 7)
            var second = Simulation(scenario, seed: seed &* 11)
            let one = first.run()
            let other = second.run()
            if !one.violations.isEmpty { failures.append("seed \(seed): \(one.violations)") }
            if let index = one.treatments.indices.first(where: { one.treatments[$0] != other.treatments[$0] }) {
                let (left, right) = (one.treatments[index], other.treatments[index])
                failures.append("seed \(seed): frame \(index) is \(left), then \(right)")
            }
            if one.told != other.told { failures.append("seed \(seed): told \(one.told), then \(other.told)") }
        }
        #expect(failures == [])
    }
}
