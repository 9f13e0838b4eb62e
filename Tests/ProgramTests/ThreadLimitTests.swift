#if os(Linux)
    import Foundation
    import Testing

    /// The program when the system cannot start a thread, because of a limit of processes.
    @Suite struct ThreadLimitTests {
        /// A copy of the program in a folder that all users can read, unlike a checkout below `/root`.
        private static let program: Result<URL, any Error> = Result {
            let files = FileManager.default
            let folder = files.temporaryDirectory.appending(path: "thread-limit-tests-\(UUID().uuidString)")
            let program = folder.appending(path: "stream-import")
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try files.copyItem(at: Program.url, to: program)
            for url in [folder, program] {
                try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
            }
            atexit { ThreadLimitTests.removeProgram() }
            return program
        }

        private static func removeProgram() {
            guard let folder = try? program.get().deletingLastPathComponent() else { return }
            try? FileManager.default.removeItem(at: folder)
        }

        /// Returns the outcome of a run of the program by a user who may have only so many processes. The superuser has no such
        /// limit, so the run then belongs to another user.
        private func run(_ arguments: String, processes: Int) throws -> Program.Outcome {
            let folder = try TemporaryDirectory(["dump": (1...100).map { "{\"a\":\($0)}\n" }.joined()])
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
            let user = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
            // The search for leaks at the end of a run with the address sanitizer needs a process.
            let program = try Self.program.get().path
            return try Program.run(
                script:
                    "ASAN_OPTIONS=detect_leaks=0 exec \(user) prlimit --nproc=\(processes) '\(program)' \(arguments)",
                in: folder)
        }

        /// The program waited without end.
        @Test(arguments: [
            "check --threads 1 dump", "check dump", "records dump", "inspect dump",
            "model --name Record dump",
            "import --threads 1 dump --into db", "import dump --into db", "split --schema dump",
        ])
        func threadThatCannotStartEndsProgram(arguments: String) throws {
            // With two, the thread that waits for Ctrl-C starts.
            for processes in [1, 2] { try requireError(arguments, processes) }
        }

        private func requireError(_ arguments: String, _ processes: Int) throws {
            let outcome = try run(arguments, processes: processes)
            #expect(outcome.status == 74 && outcome.output == "")
            #expect(
                outcome.messages == """
                    cannot start a thread: Resource temporarily unavailable; end other programs, or raise the limits of \
                    processes and memory (ulimit -u, ulimit -v, or those of the container)

                    """)
        }
    }
#endif
