import Foundation
import SafeMediaFrames
import SafeMediaStream
import Synchronization

/// One run of the command: everything around the pipeline, in the order of its life.
@MainActor
final class CommandRun {
    private let options: CommandOptions
    private let environment: CommandEnvironment
    private let console: Console
    private let handle = RunHandle()
    private var events: EventWriter?
    private var socket: ControlSocket?
    private var keys: KeyReader?

    init(_ options: CommandOptions, _ environment: CommandEnvironment) {
        self.options = options
        self.environment = environment
        let isTerminal = environment.files.isTerminal(environment.standardError)
        console = Console(
            descriptor: environment.standardError, isTerminal: isTerminal, clock: environment.clock)
    }

    func run() async -> Int32 {
        let began = environment.clock.now()
        let status: Int32
        do {
            let analyzers = try makeAnalyzers()
            try openEvents()
            try openSocket()
            openKeys()
            watchSignals()
            let greeting = greeting()
            guard let control = try await start(analyzers, greeting) else {
                console.say("stopped before anything was written")
                close()
                return ExitStatus.failed
            }
            greeting.give()
            handle.attach(control)
            showProgress(control)
            let summary = try await control.waitForCompletion()
            console.showProgress(nil)
            if options.printsStatistics {
                console.table(RunReport.table(summary, elapsed: environment.clock.now() - began))
            }
            status = ExitStatus.status(summary)
            let importance = status == ExitStatus.failed ? EventMessage.Importance.warning : .normal
            say(RunReport.line(summary, output: options.output), importance)
        } catch {
            console.showProgress(nil)
            let message = "\(error)"
            events?.write(.error(message))
            console.say(message, isMandatory: true)
            status = ExitStatus.status(error)
        }
        close()
        return status
    }

    private func makeAnalyzers() throws -> [any FrameAnalyzing] {
        try options.analyzers.map { analyzer in
            // The test pattern has no scores; beside other models the threshold is theirs.
            let isForOthers = analyzer == .testPattern && options.analyzers.count > 1
            do {
                return try environment.makeAnalyzer(analyzer.name, isForOthers ? nil : options.threshold)
            } catch {
                throw UsageError("--analyzer '\(RawArgument(analyzer.name).shown)': \(error)")
            }
        }
    }

    /// Starts the pipeline.
    ///
    /// - Returns: nil where a signal came before the pipeline had begun: connecting may take long, and nothing is written.
    private func start(
        _ analyzers: [any FrameAnalyzing], _ greeting: Greeting
    ) async throws -> (any RunControl)? {
        var configuration = options.configuration(analyzers)
        configuration.observer = observer(greeting)
        let begun = OneShot<Result<any RunControl, any Error>?>()
        handle.beforeStart { begun.fill(nil) }
        Task { @MainActor [environment, configuration] in
            do {
                begun.fill(.success(try await environment.start(configuration)))
            } catch {
                begun.fill(.failure(error))
            }
        }
        return try await begun.value()?.get()
    }

    /// Where the pipeline's events go. Called on its threads; nothing here waits.
    private func observer(_ greeting: Greeting) -> @Sendable (StreamEvent) -> Void {
        let (events, console, offersKey) = (events, console, keys != nil)
        let threshold = threshold
        return { event in
            // A run that never began ends all the same.
            if case .finished = event {} else { greeting.give() }
            events?.write(.stream(event))
            guard let message = EventMessage(event, offersKey: offersKey), message.importance >= threshold else {
                return
            }
            console.say(message.text, decision: message.decision, isMandatory: message.importance == .warning)
        }
    }

    private func greeting() -> Greeting {
        let (console, threshold) = (console, threshold)
        let messages = StartMessages.messages(options).filter { $0.importance >= threshold }.map(\.text)
        return Greeting { for text in messages { console.say(text, isMandatory: true) } }
    }

    private var threshold: EventMessage.Importance {
        switch options.verbosity {
        case .quiet: .warning
        case .normal: .normal
        case .verbose: .detail
        }
    }

    private func say(_ text: String, _ importance: EventMessage.Importance) {
        if importance >= threshold { console.say(text, isMandatory: true) }
    }

    private func openEvents() throws {
        guard let destination = options.events else { return }
        let console = console
        do {
            events = try EventWriter(destination) { error in
                console.say("the events file cannot be written any more: \(error)", isMandatory: true)
            }
        } catch {
            throw RunFailure(description: "--events: the file cannot be opened: \(error)")
        }
    }

    private func openSocket() throws {
        guard let path = options.control else { return }
        let handle = handle
        do {
            socket = try ControlSocket(path: path) { ControlAnswer.answer(to: $0, handle.control) }
        } catch {
            throw RunFailure(description: "--control '\(RawArgument(bytes: path).shown)': \(error)")
        }
    }

    /// Keys work where a person can see what they mean.
    private func openKeys() {
        let isTerminal = environment.files.isTerminal
        guard options.input != .standardStream, options.verbosity != .quiet,
            isTerminal(environment.standardInput), isTerminal(environment.standardError)
        else { return }
        let (console, handle) = (console, handle)
        keys = try? KeyReader(descriptor: environment.standardInput) { key in
            if key == UInt8(ascii: "c") || key == UInt8(ascii: "C") { RevealKey.press(console, handle.control) }
        }
    }

    private func watchSignals() {
        guard environment.handlesSignals else { return }
        let (console, handle, keys, socket, clock) = (console, handle, keys, socket, environment.clock)
        let signals = Mutex(StopSignals())
        SignalWatch.start { event in
            switch event {
            case .stop:
                switch signals.withLock({ $0.receive(at: clock.now()) }) {
                case .stop: handle.stop()
                case .ignore: break
                case .force:
                    keys?.stop()
                    socket?.close()
                    console.showProgress(nil)
                    console.say("ended at once; the output is not finished", isMandatory: true)
                    console.finish()
                    _exit(ExitStatus.failed)
                }
            case .quit:
                keys?.stop()
                socket?.close()
                SignalWatch.deliver(SIGQUIT)
            case .suspend:
                console.suspend(true)
                keys?.settings.restore()
                kill(getpid(), SIGSTOP)
            case .resume:
                keys?.settings.enter()
                console.suspend(false)
            }
        }
    }

    private func showProgress(_ control: any RunControl) {
        guard options.showsProgress, options.verbosity != .quiet else { return }
        let line = Mutex(ProgressLine())
        console.showProgress { now, columns in
            let status = control.status
            return line.withLock { $0.text(status, now: now, columns: columns) }
        }
    }

    private func close() {
        keys?.stop()
        socket?.close()
        if events?.finish() == .stalled { console.say("the reader of the events stands still; some lines are lost") }
        console.finish()
    }
}
