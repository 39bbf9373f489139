import SafeMediaFrames
import SafeMediaGate
import SafeMediaKit

/// What one simulated run is made of.
struct Scenario {
    /// What the model would say of a frame.
    enum Content: Hashable {
        case says(FrameVerdict)
        case throwsError
        case hangs
    }

    /// How an attempt to begin a session goes.
    enum Attempt: Hashable {
        case attaches
        case unavailable
        case fails
    }

    var configuration: GateConfiguration
    var frames: [GateFrame] = []
    var contents: [Content] = []
    /// Attempts in order; those behind the last attach.
    var attempts: [Attempt] = []
    /// Whether somebody continues, conceals, opens, ends and begins analysis meanwhile.
    var hasHands: Bool

    var isFile: Bool { configuration.mode == .file }
}

extension Scenario {
    /// A random run.
    init(seed: UInt64, mode: GateConfiguration.Mode? = nil, hasHands: Bool? = nil) {
        var random = SplitMix64(seed: seed)
        let modes: [GateConfiguration.Mode] = [
            .file, .file, .live(.fixed(ms(random.milliseconds(50...900)))),
            .live(.automatic(cap: ms(random.milliseconds(200...1500)))), .immediate,
        ]
        let drawn = random.pick(modes, or: .file)
        let mode = mode ?? drawn
        configuration = GateConfiguration(
            policy: Self.policy(&random), mode: mode,
            sampleInterval: ms(random.pick([0, 40, 100, 200, 200, 500], or: 200)),
            resumesAfter: random.pick([nil, .zero, ms(120), ms(400), ms(1000)], or: nil),
            analysisTimeout: mode == .file ? ms(30000) : ms(random.milliseconds(150...2000)),
            limits: GateConfiguration.Limits(
                frames: random.pick([2, 3, 6, 20, 128], or: 128),
                bytes: random.pick([1, 300, 3000, 1 << 20], or: 3000),
                time: ms(random.pick([0, 300, 3000], or: 3000))))
        let drawnHands = random.chance(60)
        self.hasHands = hasHands ?? drawnHands
        if random.chance(15) {
            for _ in 0..<random.milliseconds(1...4) {
                attempts.append(random.pick([.attaches, .unavailable, .fails], or: .fails))
            }
        }
        addFrames(&random)
    }

    private static func policy(_ random: inout SplitMix64) -> SafeMediaPolicy {
        let actions: [SafeMediaAction] = [.allow, .muteAudio, .blur, .blurWithReveal, .block, .interruptVideo]
        // Mild ones more often: a gate that is closed for good shows nothing more to look at.
        let mild: [SafeMediaAction] = [.allow, .blur, .blurWithReveal, .blurWithReveal, .muteAudio]
        switch random.milliseconds(0...6) {
        case 0: return .adultMinimal
        case 1: return .teenMessaging
        case 2: return .childStrict
        default:
            let choice = random.chance(75) ? mild : actions
            return SafeMediaPolicy(
                sensitiveAction: random.pick(choice, or: .blur), unknownAction: random.pick(choice, or: .blur),
                unavailableAction: random.pick(choice, or: .blur), failureAction: random.pick(choice, or: .blur),
                allowReveal: random.chance(70), allowReport: false,
                streamSensitiveAction: random.chance(30) ? random.pick(choice, or: .blur) : nil)
        }
    }

    private mutating func addFrames(_ random: inout SplitMix64) {
        let step = random.pick([20, 40, 100], or: Int64(40))
        let isVariable = random.chance(30)
        let trouble = random.pick([0, 0, 3, 10], or: 0)
        let changes = random.pick([0, 3, 30], or: 0)
        let bytes = random.pick([0, 10, 100, 1000], or: 10)
        var time = random.milliseconds(-2000...5000)
        var arrival = random.milliseconds(0...100_000)
        var content = Content.says(.safe)
        for _ in 0..<random.milliseconds(1...70) {
            var delta = isVariable ? random.milliseconds(1...(step * 3)) : step
            if random.chance(trouble) { delta += random.milliseconds(100...1500) }
            time += delta
            arrival += delta
            if random.chance(trouble) { arrival += random.milliseconds(10...800) }
            let changesContent = random.chance(8)
            if changesContent { content = Self.content(&random) }
            frames.append(
                GateFrame(
                    time: ms(time), arrival: ms(max(0, arrival + random.milliseconds(-10...10))), byteCount: bytes,
                    isChange: changesContent ? random.chance(60) : random.chance(changes),
                    startsAnew: random.chance(trouble), followsLoss: random.chance(trouble),
                    isDamaged: random.chance(trouble)))
            contents.append(random.chance(3) ? Self.content(&random) : content)
        }
    }

    private static func content(_ random: inout SplitMix64) -> Content {
        switch random.milliseconds(0...19) {
        case 0...7: .says(.of(.safe, mutes: random.chance(15)))
        case 8...10: .says(.nude)
        case 11: .says(.gory)
        case 12: .says(.of(.sensitive, [.nudity, .goreOrViolence], mutes: true))
        case 13: .says(.of(.sensitive))
        case 14, 15: .says(.unknown)
        case 16: .says(.of(.safe, availability: .unavailable(.missingFramework)))
        case 17, 18: .throwsError
        default: .hangs
        }
    }
}
