import Foundation
import TestSupport
import Testing

extension PostgresTests {
    /// Imports that end before their input, or that run at the same time: each record becomes one row.
    @Suite struct ResumeTests {
        /// A form of the same records, and the arguments of their import.
        struct Case: CustomTestStringConvertible {
            let testDescription: String
            let file: String
            let bytes: [UInt8]
            var options: [String] = []
            /// Whether the table numbers its rows, so that those of a child table name their records. After a crash, some numbers
            /// are missing.
            var isNumbered = false
        }

        private static let recordCount = TestTier.count(5_000, full: 20_000)
        /// A fourth of the size of the table, about.
        private static let maximumGrowth = 52 * recordCount

        static let cases = [
            Case(
                testDescription: "lines", file: "input.ndjson",
                bytes: Array(Dump.lines(recordCount).joined(separator: "\n").utf8)),
            Case(
                testDescription: "an array", file: "input.json", bytes: Dump.array(recordCount),
                options: ["--key", "id"]),
            Case(
                testDescription: "gzip", file: "input.json.gz",
                bytes: Compressed.gzip(Dump.array(recordCount)), options: ["--index", "name"]),
            Case(
                testDescription: "records with child rows", file: "input.json",
                bytes: Dump.array(recordCount), options: ["--expand", "tags"], isNumbered: true),
        ]

        private static let small = ["--batch", "\(recordCount / 100)"]

        /// Returns a workspace with the input, and its records in the table `whole`.
        private func workspace(_ example: Case, on server: PostgresServer? = nil) throws -> PostgresWorkspace
        {
            let workspace = try PostgresWorkspace([example.file: example.bytes], on: server)
            let outcome = try workspace.run(example.file, example.options + ["--table", "whole"])
            try #require(outcome.status == 0, "\(outcome)")
            try #require(
                try workspace.rows("SELECT count(*), count(DISTINCT id) FROM whole") == [
                    "\(Self.recordCount), \(Self.recordCount)"
                ])
            return workspace
        }

        /// Returns the differences between the table `whole` and another.
        private func differences(
            to table: String, of example: Case, in workspace: PostgresWorkspace
        ) throws -> [String] {
            guard example.isNumbered else { return try workspace.differences("whole", table) }
            for table in ["whole", table] {
                try workspace.query(
                    """
                    CREATE OR REPLACE VIEW \(table)_rows AS
                    SELECT id, name, score, late, position, value FROM \(table) FULL JOIN \(table)_tags USING (record_id)
                    """)
            }
            return try workspace.differences("whole_rows", "\(table)_rows")
        }

        // MARK: - Crashes

        @Test(arguments: cases) func importKilledRepeatedlyHasEachRecordOnce(example: Case) throws {
            let workspace = try workspace(example)
            var random = Random(seed: TestTier.seed)
            // Each form has a fourth of the kills of the quick tier.
            let requiredCount = TestTier.count(5, full: 100)
            var (killCount, runCount, table) = (0, 0, "dump")
            func start() throws -> RunningImport {
                let threads = Bool.random(using: &random) ? "1" : "2"
                return try workspace.start(
                    example.file, example.options + Self.small + ["--table", table, "--threads", threads])
            }
            while killCount < requiredCount {
                runCount += 1
                try #require(runCount <= 10 * requiredCount, "only \(killCount) imports were killed")
                let run = try start()
                let session = try workspace.session()
                try run.wait(
                    untilGrowthBy: .random(in: 0...Self.maximumGrowth, using: &random), of: table,
                    session.query)
                usleep(.random(in: 0...4_000, using: &random))
                if run.kill() {
                    killCount += 1
                } else {
                    let outcome = try run.finish()
                    #expect(outcome.status == 0, "\(outcome)")
                    #expect(try differences(to: table, of: example, in: workspace) == [])
                    // The next run starts with the first record.
                    table = "dump\(runCount)"
                }
            }
            let outcome = try start().finish()
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try differences(to: table, of: example, in: workspace) == [])
            try workspace.expectNoConnection()
        }

        /// The import connects again by itself. The server is one of its own, because all of its connections end.
        @Test(arguments: TestTier.sample(cases, count: 1))
        func importContinuesAfterCrashOfServer(example: Case) throws {
            let workspace = try workspace(example, on: PostgresServer())
            var random = Random(seed: TestTier.seed)
            let requiredCount = TestTier.count(5, full: 20)
            var (crashCount, runCount) = (0, 0)
            while crashCount < requiredCount {
                runCount += 1
                try #require(runCount <= 10 * requiredCount, "only \(crashCount) crashes during imports")
                let table = "dump\(runCount)"
                let run = try workspace.start(
                    example.file, example.options + Self.small + ["--table", table])
                while run.process.isRunning {
                    try run.wait(
                        untilGrowthBy: .random(in: 0...Self.maximumGrowth, using: &random), of: table,
                        workspace.query)
                    guard run.process.isRunning else { break }
                    try workspace.server.crash(PostgresServer.Crash.allCases.randomElement(using: &random)!)
                    if run.process.isRunning { crashCount += 1 }
                }
                let outcome = try run.finish()
                #expect(outcome.status == 0, "\(outcome)")
                #expect(try differences(to: table, of: example, in: workspace) == [])
            }
        }

        @Test func importThatErrorHasStoppedResumes() throws {
            var lines = Dump.lines(1_000)
            let valid = lines[700]
            lines[700] = "{\"id\":"
            let workspace = try PostgresWorkspace(["dump": lines.joined(separator: "\n")])
            #expect(try workspace.run("dump", Self.small).status == 65)
            #expect(try workspace.rows("SELECT count(*) FROM dump") == ["700"])
            try workspace.expectNoConnection()
            lines[700] = valid
            try workspace.write(lines.joined(separator: "\n"), to: "dump")
            let outcome = try workspace.run("dump", Self.small)
            #expect(outcome.status == 0 && outcome.output.contains("resumed after 700 records"), "\(outcome)")
            #expect(try workspace.rows("SELECT count(*), count(DISTINCT id) FROM dump") == ["1000, 1000"])
        }

        // MARK: - Concurrent imports

        /// The second import waits for the first one, and finds it finished.
        @Test(arguments: TestTier.sample(cases, count: 2), [false, true])
        func concurrentImportsOfSameInputHaveEachRecordOnce(example: Case, isPart: Bool) throws {
            let workspace = try workspace(example)
            var words = [example.file]
            if isPart {
                let manifest = try Program.run(["split", "--parts", "1", example.file], in: workspace.folder)
                try workspace.write(manifest.output, to: "manifest")
                words = ["--parts", "manifest", "--part", "1"]
            }
            let runs = try (1...2).map { _ in
                try workspace.start("", words + example.options + Self.small + ["--table", "dump"])
            }
            let outcomes = try runs.map { try $0.finish() }
            #expect(outcomes.map(\.status) == [0, 0], "\(outcomes)")
            #expect(outcomes.count { $0.output.contains("already imported") } == 1, "\(outcomes)")
            #expect(try differences(to: "dump", of: example, in: workspace) == [])
            try workspace.expectNoConnection()
        }

        /// With a schema, imports into one table do not wait for each other, but those of one part do.
        @Test func concurrentImportsOfPartWithSchemaHaveEachRecordOnce() throws {
            let workspace = try workspace(Self.cases[0])
            let manifest = try Program.run(
                ["split", "--parts", "1", "--schema", "--table", "dump", Self.cases[0].file],
                in: workspace.folder)
            try workspace.write(manifest.output, to: "manifest")
            let runs = try (1...2).map { _ in
                try workspace.start("--parts manifest --part 1", Self.small)
            }
            let outcomes = try runs.map { try $0.finish() }
            #expect(outcomes.map(\.status) == [0, 0], "\(outcomes)")
            #expect(
                try workspace.rows("SELECT count(*), count(DISTINCT id) FROM dump") == [
                    "\(Self.recordCount), \(Self.recordCount)"
                ])
        }

        /// The imports may also differ in the columns that they add to the table.
        @Test func concurrentImportsOfSeveralInputsShareTable() throws {
            let inputs = (0..<4).map { input in
                (0..<2_000).map { "{\"n\":\(input * 2_000 + $0),\"k\($0 / 500)_\(input % 2)\":\($0 % 3)}\n" }
                    .joined()
            }
            let workspace = try PostgresWorkspace(
                Dictionary(uniqueKeysWithValues: inputs.enumerated().map { ("input\($0)", $1) }))
            let runs = try (0..<4).map { try workspace.start("input\($0) --table t --batch 100") }
            for run in runs {
                let outcome = try run.finish()
                #expect(outcome.status == 0, "\(outcome)")
            }
            #expect(try workspace.rows("SELECT count(*), count(DISTINCT n) FROM t") == ["8000, 8000"])
            #expect(try workspace.columns(of: "t").map(\.type) == Array(repeating: "bigint", count: 9))
        }

        @Test(arguments: [[], ["--key", "id"]])
        func killedImportsOfPartsHaveEachRecordOnce(options: [String]) throws {
            let file = "input.ndjson"
            let workspace = try PostgresWorkspace([file: Self.cases[0].bytes])
            let manifest = try Program.run(
                ["split", "--parts", "4", "--schema", "--table", "dump"] + options + [file],
                in: workspace.folder)
            try #require(manifest.status == 0, "\(manifest)")
            try workspace.write(manifest.output, to: "manifest")
            let whole = try workspace.run("--parts manifest --table whole")
            try #require(whole.status == 0, "\(whole)")
            var random = Random(seed: TestTier.seed)
            let start = { (part: Int) in
                try workspace.start("--parts manifest --part \(part)", Self.small)
            }
            var runs = try (1...4).map(start)
            for killed in (0..<4).shuffled(using: &random).prefix(2) {
                try runs[killed].wait(
                    untilGrowthBy: .random(in: 0...Self.maximumGrowth, using: &random), workspace.query)
                _ = runs[killed].kill()
                runs[killed] = try start(killed + 1)
            }
            for run in runs {
                let outcome = try run.finish()
                #expect(outcome.status == 0, "\(outcome)")
            }
            #expect(try workspace.differences("whole", "dump") == [])
            #expect(
                try workspace.rows("SELECT count(*), count(DISTINCT id) FROM dump") == [
                    "\(Self.recordCount), \(Self.recordCount)"
                ])
            try workspace.expectNoConnection()
        }

        // MARK: - Ctrl-C

        @Test func interruptedImportKeepsReadRowsAndResumes() throws {
            let example = Self.cases[0]
            let workspace = try workspace(example)
            // The import has many transactions after the first one, during which it is interrupted.
            let arguments = ["--batch", "\(Self.recordCount / 1000)", "--table", "dump"]
            let monitor = try workspace.session()
            let session = try Session(workspace.words(example.file, arguments), in: workspace.folder)
            let size = "SELECT pg_relation_size(to_regclass('dump'))"
            try waitAtMostAMinute { try !session.isRunning || monitor.query(size)[0][0] ?? "0" != "0" }
            session.interrupt()
            let (status, screen) = session.finish()
            #expect(status == 130)
            #expect(
                screen.contains("interrupted: ") && screen.contains("run the same command again to resume"))
            let count = try Int(workspace.rows("SELECT count(*) FROM dump")[0]) ?? 0
            #expect(count > 0 && count < Self.recordCount)
            let outcome = try workspace.run(example.file, arguments)
            #expect(outcome.status == 0 && outcome.output.contains("resumed after "), "\(outcome)")
            #expect(try workspace.differences("whole", "dump") == [])
        }

        /// Statements that keep a lock for which an import waits.
        private static let locks = [
            "LOCK TABLE dump IN ACCESS EXCLUSIVE MODE", "LOCK TABLE dump IN SHARE MODE",
            "UPDATE dump SET v = -1",
        ]

        /// A query of the connections that wait for a lock.
        private static let waiting = """
            SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """

        @Test(arguments: locks) func interruptEndsImportThatWaitsForLock(lock: String) throws {
            let workspace = try PostgresWorkspace(["dump": "{\"id\":1,\"v\":1}\n"])
            try #require(try workspace.run("dump --key id").status == 0)
            try workspace.write("{\"id\":1,\"v\":2}\n{\"id\":2,\"v\":3}\n", to: "dump")
            let transaction = try workspace.session()
            try transaction.query("BEGIN; \(lock)")
            let session = try Session(workspace.words("dump --key id"), in: workspace.folder)
            try waitAtMostAMinute { try !session.isRunning || !workspace.query(Self.waiting).isEmpty }
            try #require(session.isRunning, "\(session.finish())")
            session.interrupt()
            // The transaction keeps its lock until the import has ended.
            try waitAtMostAMinute { !session.isRunning }
            let (status, screen) = session.finish()
            #expect(status == 130)
            #expect(
                screen.contains("interrupted: no record of dump was imported into the table dump"),
                "\(screen)")
            try waitAtMostAMinute { try workspace.query(Self.waiting).isEmpty }
            try transaction.query("ROLLBACK")
            #expect(try workspace.run("dump --key id").status == 0)
            #expect(try workspace.rows("SELECT * FROM dump ORDER BY id") == ["1, 2", "2, 3"])
        }

        /// Runs an import that loses its connection before it creates an index of a table.
        private func runLosingConnection(
            _ line: String, table: String, in workspace: PostgresWorkspace
        ) throws -> Program.Outcome {
            let transaction = try workspace.session()
            // Rows can be written, and indices cannot be created.
            try transaction.query("BEGIN; LOCK TABLE \(table) IN SHARE UPDATE EXCLUSIVE MODE")
            let run = try workspace.start(line)
            try waitAtMostAMinute { try !run.process.isRunning || !workspace.query(Self.waiting).isEmpty }
            try #require(run.process.isRunning, "the import ended")
            try workspace.query(
                "SELECT pg_terminate_backend(pid, 60000) FROM (\(Self.waiting)) AS waiting")
            try transaction.query("ROLLBACK")
            let outcome = try run.finish()
            #expect(outcome.status == 0, "\(outcome)")
            return outcome
        }

        /// The checkpoint counts the records of all kinds.
        @Test func importThatConnectsAgainCountsRecordsOfItsKind() throws {
            let lines = ["a", "b", "b", "a", "a"].map { "{\"k\":\"\($0)\",\"v\":1}\n" }
            let workspace = try PostgresWorkspace(["dump": lines[..<2].joined()])
            try #require(try workspace.run("dump --table-by k").status == 0)
            try workspace.write(lines.joined(), to: "dump")
            let outcome = try runLosingConnection(
                "dump --table-by k --batch 1 --index v", table: "a", in: workspace)
            #expect(outcome.output.contains("2 records imported into the table a"), "\(outcome)")
        }

        /// The import connects again, and does not add the rows that it has committed before.
        @Test func connectionLostBeforeIndexIsCreatedLeavesRowsOnce() throws {
            let workspace = try PostgresWorkspace(["dump": "{\"v\":1}\n{\"v\":2}\n"])
            try #require(try workspace.run("dump").status == 0)
            try workspace.write("{\"v\":3}\n{\"v\":4}\n", to: "dump")
            let outcome = try runLosingConnection(
                "dump --append --index v", table: "dump", in: workspace)
            #expect(outcome.output.contains("2 records imported into the table dump"), "\(outcome)")
            #expect(try workspace.rows("SELECT v FROM dump ORDER BY v") == ["1", "2", "3", "4"])
            #expect(
                try workspace.rows("SELECT count(*) FROM pg_indexes WHERE tablename = 'dump'") == ["1"])
        }

        /// An import waits for another one of the same input.
        @Test func interruptEndsImportThatWaitsForImport() throws {
            let workspace = try PostgresWorkspace(["dump": "{\"v\":1}\n"])
            try #require(try workspace.run("dump").status == 0)
            try workspace.write("{\"v\":1}\n{\"v\":2}\n", to: "dump")
            let transaction = try workspace.session()
            try transaction.query("BEGIN; LOCK TABLE dump IN SHARE MODE")
            let first = try workspace.start("dump")
            try waitAtMostAMinute { try !first.process.isRunning || !workspace.query(Self.waiting).isEmpty }
            let connections = {
                try workspace.query(
                    """
                    SELECT pid FROM pg_stat_activity
                    WHERE datname = current_database() AND backend_type = 'client backend'
                    """
                ).count
            }
            let count = try connections()
            let session = try Session(workspace.words("dump"), in: workspace.folder)
            try waitAtMostAMinute { try !session.isRunning || connections() > count }
            try #require(session.isRunning, "\(session.finish())")
            session.interrupt()
            try waitAtMostAMinute { !session.isRunning }
            #expect(session.finish().status == 130)
            try transaction.query("COMMIT")
            let outcome = try first.finish()
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try workspace.rows("SELECT v FROM dump ORDER BY v") == ["1", "2"])
        }
    }
}
