import SystemPackage

/// The parts of the process that a command uses. Tests that run commands in their own process set other values.
enum ProcessContext {
    /// The arguments of the program, without its name.
    @TaskLocal static var arguments = Array(CommandLine.arguments.dropFirst())
    @TaskLocal static var standardOutput = FileDescriptor.standardOutput
    @TaskLocal static var standardError = FileDescriptor.standardError
}
