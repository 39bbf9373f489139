import Foundation

extension StreamCommand {
    /// Carries out the process's command line and leaves.
    ///
    /// The main actor is served by Foundation's run loop. Awaiting at the top level would end in `dispatch_main`, which
    /// parks the main thread in `sigsuspend` with every signal let through: INT would end the process there, whatever
    /// thread waits for it.
    package static func runProcess(
        _ arguments: [RawArgument], _ environment: CommandEnvironment = .process
    ) -> Never {
        Descriptor.fillStandardStreams()
        Task { @MainActor in
            // `exit` would join threads that may hang in a model or on a terminal.
            _exit(await run(arguments, environment))
        }
        while true { RunLoop.main.run() }
    }
}
