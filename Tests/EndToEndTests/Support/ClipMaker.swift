/// Makes test clips with the ffmpeg program, each description once per test run.
actor ClipMaker {
    static let shared = ClipMaker()

    private var made: [ClipDescription: Task<Clip, any Error>] = [:]

    /// The clip of this description, made now unless it is there already.
    static func clip(_ description: ClipDescription) async throws -> Clip {
        try await shared.clip(description)
    }

    private func clip(_ description: ClipDescription) async throws -> Clip {
        if let task = made[description] { return try await task.value }
        let name = "clip-\(made.count).\(description.container)"
        let task = Task { try await Self.make(description, at: TemporaryFolder.shared() + "/" + name) }
        made[description] = task
        return try await task.value
    }

    /// A 1 kHz beep during each flash, over a steady tone: silence is then always the work of whoever muted it.
    private static let sound = "0.2*sin(2*PI*220*t)+0.6*sin(2*PI*1000*t)*lt(mod(t\\,1)\\,\(SyncFlash.lit))"

    private static func make(_ clip: ClipDescription, at path: String) async throws -> Clip {
        let painter = try ClipPainter(clip)
        var arguments = [
            "-y", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(clip.width)x\(clip.height)",
            "-r", clip.rate.text, "-i", "pipe:0",
        ]
        if clip.hasSound {
            arguments += ["-f", "lavfi", "-i", "aevalsrc=\(sound):s=48000:d=\(clip.seconds)"] + clip.audio
        }
        arguments += ["-pix_fmt", "yuv420p"] + clip.video + clip.more + [path]
        let outcome = try await ChildProcess.run(
            "ffmpeg", arguments,
            input: .producer { write in
                for number in 0..<clip.frameCount {
                    guard painter.frame(number).withUnsafeBytes(write) else { return }
                }
            })
        guard outcome.succeeded else { throw ChildError.failed("ffmpeg", outcome) }
        return Clip(path: path, description: clip)
    }
}
