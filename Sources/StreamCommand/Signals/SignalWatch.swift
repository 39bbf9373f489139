import Foundation

/// Receives signals on a thread of its own with `sigwait`, so that no Swift code runs in a signal handler.
package enum SignalWatch {
    package enum Event: Sendable, Hashable {
        /// INT, TERM or HUP.
        case stop
        /// QUIT: the process ends as it would have without us.
        case quit
        /// TSTP: the process is to be stopped.
        case suspend
        /// CONT: the process goes on.
        case resume
    }

    /// Holds the signals back in the calling thread and all that it starts. To be called before any other thread is.
    package static func prepare() {
        // A closed pipe and a full quota are errors of the write, not of the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var set = signals()
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Begins to receive.
    package static func start(_ handle: @escaping @Sendable (Event) -> Void) {
        let thread = Thread {
            var set = signals()
            while true {
                var number: Int32 = 0
                guard sigwait(&set, &number) == 0 else { continue }
                switch number {
                case SIGQUIT: handle(.quit)
                case SIGTSTP: handle(.suspend)
                case SIGCONT: handle(.resume)
                default: handle(.stop)
                }
            }
        }
        thread.name = "signals"
        thread.start()
    }

    /// Lets a held-back signal do what it does by default; used for QUIT.
    static func deliver(_ number: Int32) {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }

    private static func signals() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGQUIT, SIGCONT] { sigaddset(&set, number) }
        // nohup and shells without job control ignore these for a reason.
        for number in [SIGHUP, SIGTSTP] where !isIgnored(number) { sigaddset(&set, number) }
        return set
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
