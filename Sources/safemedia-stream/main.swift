import Glibc
import StreamCommand

let arguments = RawArgument.ofProcess(count: CommandLine.argc, vector: CommandLine.unsafeArgv)
// `exit` would join threads that may hang in a model or on a terminal.
_exit(await StreamCommand.run(arguments))
