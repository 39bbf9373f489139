import CFFmpeg
import Glibc

/// A named pipe that is opened by its path. FFmpeg's own file access would wait in calls that nothing ends: for the other
/// side to open it, and for room or data.
final class NamedPipe {
    /// How often the other side is looked for, in microseconds.
    private static let pause: UInt32 = 20_000

    let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Opens the pipe at `path`, waiting for a reader where it `writes`.
    ///
    /// - Returns: nil where there is something else, or nothing, at the path.
    static func open(_ path: [UInt8], writes: Bool, watch: ContextWatch) throws(FFmpegError) -> NamedPipe? {
        let name = (path + [0]).map { CChar(bitPattern: $0) }
        var status = stat()
        guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        while true {
            let descriptor = Glibc.open(name, (writes ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 { return NamedPipe(descriptor: descriptor) }
            // Nobody reads it yet.
            guard errno == ENXIO || errno == EINTR else {
                throw FFmpegError(code: smf_error_from_errno(errno), operation: "open pipe")
            }
            if watch.shouldStop { throw FFmpegError(code: SMF_ERROR_EXIT, operation: "wait for the pipe's reader") }
            usleep(pause)
        }
    }
}
