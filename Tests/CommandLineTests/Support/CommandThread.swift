#if os(Linux)
    import ArgumentParser
    import Foundation
    import Synchronization
    import SystemPackage

    @testable import stream_import

    /// A thread that runs a command of the program in the process of the tests, with a working directory of its own.
    final class CommandThread: Sendable {
        private let status = Mutex<Int32?>(nil)
        private let end = DispatchSemaphore(value: 0)

        /// Runs a command.
        ///
        /// - Returns: the exit status; `nil` if the system gives no thread a working directory of its own, as Docker does by default.
        static func run(
            _ arguments: [String], in folder: URL, output: URL, messages: URL
        ) throws -> Int32? {
            let output = try FileDescriptor.open(FilePath(output.path), .writeOnly, options: .closeOnExec)
            defer { try? output.close() }
            let messages = try FileDescriptor.open(FilePath(messages.path), .writeOnly, options: .closeOnExec)
            defer { try? messages.close() }
            return Program.signalQueue.sync {
                let command = CommandThread()
                let thread = Thread {
                    defer { command.end.signal() }
                    // Threads that the command starts share the working directory of this thread.
                    // SAFETY: `chdir` reads the path during the call only.
                    guard unshareWorkingDirectory(), unsafe chdir(folder.path) == 0 else { return }
                    let status = ProcessContext.$arguments.withValue(arguments) {
                        ProcessContext.$standardOutput.withValue(output) {
                            ProcessContext.$standardError.withValue(messages) {
                                StreamImportCommand.run(arguments).rawValue
                            }
                        }
                    }
                    command.status.withLock { $0 = status }
                }
                // The size for the main thread of a process.
                thread.stackSize = 8 << 20
                thread.start()
                command.end.wait()
                return command.status.withLock { $0 }
            }
        }

        /// Gives the current thread a working directory of its own. Returns whether the system allows it.
        private static func unshareWorkingDirectory() -> Bool {
            unshare?(0x200) == 0
        }

        private typealias Unshare = @convention(c) (_ flags: Int32) -> Int32
        /// The function, which Swift does not import.
        // SAFETY: the signature is that of the manual page unshare(2).
        private static let unshare = unsafe dlsym(nil, "unshare").map {
            unsafe unsafeBitCast($0, to: Unshare.self)
        }
    }
#endif
