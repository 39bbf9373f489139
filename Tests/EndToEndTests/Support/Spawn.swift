import Foundation
import Glibc
import Synchronization

/// A pipe whose ends are not handed down to programs that are started later.
struct DescriptorPair {
    var reading: Int32
    var writing: Int32

    /// Held while pipes are made and a program is started, since a pipe is born without the mark that keeps it here.
    static let spawning = Mutex(())

    static func pipe() throws -> DescriptorPair {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw ChildError.cannotMakePipe(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return DescriptorPair(reading: ends[0], writing: ends[1])
    }
}

/// Starts a program in a process group of its own, with every signal as at birth. The descriptors stay the caller's.
func spawn(
    _ program: String, _ arguments: [String], environment: [String: String], input: Int32?, output: Int32,
    errors: Int32
) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    if let input {
        posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    } else {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let merged = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = merged.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, program, &files, &attributes, &argv, &envp)
    guard code == 0 else { throw ChildError.cannotStart(program, code: code) }
    return pid
}
