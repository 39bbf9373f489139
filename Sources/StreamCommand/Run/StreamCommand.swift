import Foundation

/// The command: options in, exit status out.
package enum StreamCommand {
    /// Carries out a command line.
    ///
    /// - Parameter arguments: everything behind the command's name.
    /// - Returns: the exit status. Threads may still hang in a model or on a terminal: the caller leaves with `_exit`.
    @MainActor
    package static func run(
        _ arguments: [RawArgument], _ environment: CommandEnvironment = .process
    ) async -> Int32 {
        switch parse(arguments, environment) {
        case .success(.help): return print(HelpText.text, environment)
        case .success(.version): return print(Version.line, environment)
        case .success(.run(let options)):
            // Before any thread is started.
            if environment.handlesSignals { SignalWatch.prepare() }
            return await CommandRun(options, environment).run()
        case .failure(let error):
            let line = "safemedia-stream: \(TerminalText.harmless(error.message))\n"
            try? Descriptor.write(Array(line.utf8), to: environment.standardError)
            return ExitStatus.usage
        }
    }

    private static func parse(
        _ arguments: [RawArgument], _ environment: CommandEnvironment
    ) -> Result<CommandOptions.Request, UsageError> {
        Result { () throws(UsageError) in try CommandOptions.parse(arguments, files: environment.files) }
    }

    private static func print(_ text: String, _ environment: CommandEnvironment) -> Int32 {
        do {
            try Descriptor.write(Array(text.utf8), to: environment.standardOutput)
            return ExitStatus.done
        } catch {
            return ExitStatus.failed
        }
    }
}
