import Foundation
import Testing

/// Imports that are killed repeatedly, at random moments.
@Suite(.serialized) struct CrashTests {
    /// An input, and the arguments of its import.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var file: String
        var bytes: [UInt8]
        var arguments: [String] = []
        var hasRejects = false
        /// The contents of the rejects file before the first import.
        var earlierRejects: [UInt8] = []

        /// Starts the import.
        func start(into database: String, in folder: TemporaryDirectory, threads: Int = 2) throws -> Process {
            let rejectsOption = hasRejects ? ["--rejects", rejectsFile(of: database)] : []
            let process = Program.make(
                [
                    "import", file, "--into", database, "--batch", "200", "--quiet", "--threads",
                    "\(threads)",
                ] + arguments + rejectsOption, in: folder)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            return process
        }

        /// Runs the import to its end. Returns its duration in seconds.
        @discardableResult
        func finish(into database: String, in folder: TemporaryDirectory) throws -> TimeInterval {
            let start = Date()
            let process = try self.start(into: database, in: folder)
            process.waitUntilExit()
            #expect(process.status == (hasRejects ? 2 : 0))
            return -start.timeIntervalSinceNow
        }

        /// Returns the name of the file for rejected records.
        func rejectsFile(of database: String) -> String { "rejects of \(database)" }
    }

    private static let recordCount = 8_000
    private static let killCount = 50

    static let cases = [
        Case(
            testDescription: "an array", file: "dump.json", bytes: Dump.array(recordCount),
            arguments: ["--key", "id", "--index", "name"]),
        Case(
            testDescription: "lines, some of them rejected", file: "dump.ndjson",
            bytes: Dump.invalidLines(recordCount), hasRejects: true),
        Case(
            testDescription: "lines, with the rejects file of other inputs", file: "dump.ndjson",
            bytes: Dump.invalidLines(recordCount), hasRejects: true,
            earlierRejects: Array("{\"cause\":\"earlier\",\"input\":\"dump\"}\n".utf8)),
        Case(
            testDescription: "gzip", file: "dump.json.gz", bytes: Gzip.compress(Dump.array(recordCount)),
            arguments: ["--flatten"]),
        Case(
            testDescription: "an array whose records have child rows", file: "dump.json",
            bytes: Dump.array(recordCount), arguments: ["--key", "id", "--expand", "tags"]),
        Case(
            testDescription: "two arrays of an envelope", file: "dump.json",
            bytes: Dump.envelope(recordCount / 2),
            arguments: ["--path", "users", "--path", "data.repos"]),
    ]

    @Test(arguments: cases)
    func importKilledRepeatedlyResumesToSameDatabase(example: Case) throws {
        let folder = try TemporaryDirectory([example.file: example.bytes])
        if !example.earlierRejects.isEmpty {
            for database in ["whole", "killed"] {
                try Data(example.earlierRejects).write(to: folder.file(example.rejectsFile(of: database)))
            }
        }
        let importDuration = try example.finish(into: "whole", in: folder)
        // The import is complete, so this run takes only as long as the program needs to start.
        let startDuration = try example.finish(into: "whole", in: folder)
        try kill(example, in: folder, within: startDuration * 1.5 + importDuration / 20)
        try example.finish(into: "killed", in: folder)

        #expect(try folder.differences("whole", "killed") == [])
        #expect(try folder.rows("PRAGMA integrity_check", of: "killed") == ["ok"])
        guard example.hasRejects else { return }
        let files = try ["whole", "killed"].map {
            try String(contentsOf: folder.file(example.rejectsFile(of: $0)), encoding: .utf8)
        }
        #expect(files[0] == files[1])
        let earlierLineCount = example.earlierRejects.count { $0 == UInt8(ascii: "\n") }
        #expect(files[0].count { $0 == "\n" } == Self.recordCount / 37 + earlierLineCount)
    }

    /// Starts or resumes the import repeatedly, and kills it after a random time.
    private func kill(_ example: Case, in folder: TemporaryDirectory, within seconds: TimeInterval) throws {
        var random = Random(seed: 1)
        var killedProcessCount = 0
        for _ in 0..<Self.killCount {
            let threads = [1, 2, 4].randomElement(using: &random)!
            let process = try example.start(into: "killed", in: folder, threads: threads)
            Thread.sleep(forTimeInterval: .random(in: 0..<seconds, using: &random))
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.status == -SIGKILL { killedProcessCount += 1 }
        }
        #expect(killedProcessCount > 0)
    }
}
