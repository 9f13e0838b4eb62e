import Foundation
import TestSupport
import Testing

/// Imports that are killed repeatedly while they write rows.
@Suite struct CrashTests {
    /// An input, and the arguments of its import.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var file: String
        var bytes: [UInt8]
        var arguments: [String] = []
        /// The number of tables that records are imported into.
        var tableCount = 1
        var hasRejects = false
        /// The contents of the rejects file before the first import.
        var earlierRejects: [UInt8] = []

        /// Returns a process for the import, which is not started yet.
        func make(into database: String, in folder: TemporaryDirectory, threads: Int = 2) -> Process {
            let rejectsOption = hasRejects ? ["--rejects", rejectsFile(of: database)] : []
            let process = Program.make(
                ["import", file, "--into", database, "--batch", "25", "--quiet", "--threads", "\(threads)"]
                    + arguments + rejectsOption, in: folder)
            process.standardInput = FileHandle.nullDevice
            return process
        }

        /// Runs the import to its end.
        func finish(into database: String, in folder: TemporaryDirectory) throws {
            let process = make(into: database, in: folder)
            try process.run()
            process.waitUntilExit()
            #expect(process.status == (hasRejects ? 2 : 0))
        }

        /// Removes the database, and writes the rejects file as before the first import.
        func reset(_ database: String, in folder: TemporaryDirectory) throws {
            try folder.removeDatabase(database)
            try Data(earlierRejects).write(to: folder.file(rejectsFile(of: database)))
        }

        /// Returns the name of the file for rejected records.
        func rejectsFile(of database: String) -> String { "rejects of \(database)" }
    }

    private static let recordCount = TestTier.count(1_000, full: 8_000)
    private static let killCount = TestTier.count(5, full: 50)

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
            testDescription: "gzip", file: "dump.json.gz", bytes: Compressed.gzip(Dump.array(recordCount)),
            arguments: ["--flatten"]),
        Case(
            testDescription: "bzip2", file: "dump.json.bz2", bytes: Compressed.bzip2(Dump.array(recordCount))),
        Case(testDescription: "xz", file: "dump.json.xz", bytes: Compressed.xz(Dump.array(recordCount))),
        Case(testDescription: "zstd", file: "dump.json.zst", bytes: Compressed.zstd(Dump.array(recordCount))),
        Case(
            testDescription: "an array whose records have child rows", file: "dump.json",
            bytes: Dump.array(recordCount), arguments: ["--key", "id", "--expand", "tags"]),
        Case(
            testDescription: "an array whose records have generated keys", file: "dump.json",
            bytes: Dump.arrayOfGroups(recordCount), arguments: ["--expand", "members,members.tags"]),
        Case(
            testDescription: "two arrays of an envelope", file: "dump.json",
            bytes: Dump.envelope(recordCount / 2),
            arguments: ["--path", "users", "--path", "data.repos"], tableCount: 2),
        Case(
            testDescription: "text that is nearly JSON", file: "dump.json",
            bytes: Dump.relaxedArray(recordCount), arguments: ["--relaxed"]),
        Case(
            testDescription: "wrapped values", file: "dump.json.gz",
            bytes: Compressed.gzip(Dump.items(recordCount)), arguments: ["--unwrap", "dynamodb"]),
        Case(
            testDescription: "a bulk request", file: "dump.json", bytes: Dump.bulkLines(recordCount),
            arguments: ["--format", "bulk"]),
        Case(
            testDescription: "rows as arrays", file: "dump.json", bytes: Dump.rows(recordCount),
            arguments: ["--path", "rows", "--header", "columns"]),
        Case(
            testDescription: "an array for each column", file: "dump.json", bytes: Dump.columns(recordCount),
            arguments: ["--columnar"]),
    ]

    @Test(arguments: TestTier.sample(cases, count: 6))
    func importKilledRepeatedlyResumesToSameDatabase(example: Case) throws {
        let folder = try TemporaryDirectory([example.file: example.bytes])
        for database in ["whole", "killed"] { try example.reset(database, in: folder) }
        try example.finish(into: "whole", in: folder)
        var random = Random(seed: TestTier.seed)
        var (killCount, runCount) = (0, 0)
        while killCount < Self.killCount {
            runCount += 1
            try #require(runCount <= 10 * Self.killCount, "only \(killCount) imports were killed")
            let process = example.make(
                into: "killed", in: folder, threads: [1, 2, 4].randomElement(using: &random)!)
            try process.run(
                andKillAfter: .random(in: 1...20, using: &random), changesOf: folder.file("killed"))
            let finished = try folder.finishedImports(of: "killed")
            if finished.count < example.tableCount || finished.contains(false) {
                killCount += 1
            } else {
                // The next run starts again.
                try expectWhole(example, in: folder)
                try example.reset("killed", in: folder)
            }
        }
        try example.finish(into: "killed", in: folder)
        try expectWhole(example, in: folder)
    }

    /// Checks that the database is that of an import that was not killed, and that the rejects file has the same lines, some
    /// of them more than once.
    private func expectWhole(_ example: Case, in folder: TemporaryDirectory) throws {
        #expect(try folder.differences("whole", "killed") == [])
        #expect(try folder.rows("PRAGMA integrity_check", of: "killed") == ["ok"])
        guard example.hasRejects else { return }
        let lines = try ["whole", "killed"].map {
            try String(contentsOf: folder.file(example.rejectsFile(of: $0)), encoding: .utf8).split(
                separator: "\n")
        }
        #expect(Set(lines[0]) == Set(lines[1]))
        let earlierLineCount = example.earlierRejects.count { $0 == UInt8(ascii: "\n") }
        #expect(lines[0].count == Self.recordCount / 37 + earlierLineCount)
    }
}
