import Glibc

/// A thread of our own, for code that blocks. Never joined: a call that hangs must not keep the process from ending.
enum PipelineThread {
    private final class Body {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts `body` on a new thread.
    ///
    /// - Parameter name: shown by debuggers and `ps -L`; at most 15 bytes of it.
    /// - Returns: false where the system has no thread left.
    @discardableResult
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Encoders and decoders use deep stacks for large pictures.
        pthread_attr_setstacksize(&attributes, 4 << 20)
        let argument = Unmanaged.passRetained(Body(name: name, run: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                PipelineThread.setName(body.name)
                body.run()
                return nil
            }, argument.toOpaque())
        if status != 0 { argument.release() }
        return status == 0
    }

    /// Names the calling thread. The kernel offers it as a file too, and a name that cannot be set is no loss.
    private static func setName(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let bytes = Array(name.utf8.prefix(15))
        _ = write(file, bytes, bytes.count)
        close(file)
    }
}
