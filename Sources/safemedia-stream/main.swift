import StreamCommand

StreamCommand.runProcess(RawArgument.ofProcess(count: CommandLine.argc, vector: CommandLine.unsafeArgv))
