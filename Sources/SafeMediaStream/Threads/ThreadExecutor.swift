/// Runs the jobs of an actor, or of tasks that prefer it, one after the other on one thread.
///
/// A job that blocks holds up this executor's jobs and nobody else's.
final class ThreadExecutor: SerialExecutor, TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let monitor = Monitor(State())

    /// Starts the thread, which keeps the executor alive until it ends, some time after `stop()`.
    init(name: String) {
        PipelineThread.start(name) { self.run() }
    }

    private func run() {
        while true {
            let jobs: [UnownedJob]? = monitor.waiting { state in
                if state.jobs.isEmpty { return state.isStopped ? .done(nil) : .wait(until: nil) }
                defer { state.jobs.removeAll(keepingCapacity: true) }
                return .done(state.jobs)
            }
            guard let jobs else { return }
            for job in jobs {
                job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        monitor.withLock { $0.jobs.append(job) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Lets the thread end when its jobs are done.
    func stop() {
        monitor.withLock { $0.isStopped = true }
    }
}
