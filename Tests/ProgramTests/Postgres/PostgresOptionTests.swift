import Foundation
import TestSupport
import Testing

extension PostgresTests {
    /// The options of `import`.
    @Suite struct OptionTests {
        /// Commands, one after another, and the rows of a query after them.
        struct Example: CustomTestStringConvertible {
            let testDescription: String
            let files: [String: String]
            let commands: [[String]]
            let query: String
            let rows: [String]
            /// The status of the last command. The others have status 0.
            let status: Int32
            /// What the messages of the last command contain.
            let messages: [String]
            /// The statements before the first command.
            let setup: String

            init(
                _ description: String, _ files: [String: String], _ commands: [String],
                query: String = "TABLE a",
                rows: [String], status: Int32 = 0, messages: [String] = [], setup: String = ""
            ) {
                (testDescription, self.files, self.query) = (description, files, query)
                self.commands = commands.map { $0.split(separator: " ").map(String.init) }
                (self.rows, self.status, self.messages, self.setup) = (rows, status, messages, setup)
            }
        }

        private static let people = """
            {"id": 1, "name": "Ada", "job": {"title": "x", "years": 3}, "active": true}
            {"id": 2, "name": "Bo", "job": null, "active": false}
            """

        private static let orders = """
            {"id": 1, "items": [{"sku": "a", "count": 2}, {"sku": "b", "count": 1.5}], "ship": {"notes": ["n"]}}
            {"id": 2, "items": []}
            """

        /// A query of the names and the types of the columns of a table.
        private static func columns(of table: String) -> String {
            """
            SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
            WHERE attrelid = '\(table)'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
            """
        }

        static let examples = [
            Example(
                "no options", ["a": people], ["a"],
                rows: [#"1, Ada, {"title": "x", "years": 3}, t"#, "2, Bo, NULL, f"]),
            Example(
                "--table", ["x": people], ["x --table a"], query: "SELECT name FROM a", rows: ["Ada", "Bo"]),
            Example(
                "--columns", ["a": people], ["a --columns name,id"], query: "SELECT id, name FROM a",
                rows: ["1, Ada", "2, Bo"]),
            Example(
                "--columns with an unknown key", ["a": people], ["a --columns id,none"],
                rows: ["1, NULL", "2, NULL"],
                messages: ["no record has the key none"]),
            Example(
                "--rest", ["a": people], ["a --columns id,name --rest more"],
                query:
                    "SELECT id, more = '{\"job\": {\"title\": \"x\", \"years\": 3}, \"active\": true}' FROM a ORDER BY id",
                rows: ["1, t", "2, f"]),
            Example(
                "the type of a rest column", ["a": people], ["a --columns id --rest more"],
                query: columns(of: "a"),
                rows: ["id, bigint", "more, jsonb"]),
            Example(
                "a rest column without members", ["a": #"{"id":1}"#], ["a --columns id --rest more"],
                rows: ["1"]),
            Example(
                "--flatten", ["a": people], ["a --flatten"],
                query: "SELECT id, job_title, job_years FROM a", rows: ["1, x, 3", "2, NULL, NULL"]),
            Example(
                "--rename", ["a": people], ["a --flatten --rename job.title=position,name=full_name"],
                query: "SELECT full_name, position FROM a", rows: ["Ada, x", "Bo, NULL"]),
            Example(
                "--rename and --key", ["a": people], ["a --rename id=number --key number"],
                query: "SELECT number, name FROM a ORDER BY number", rows: ["1, Ada", "2, Bo"]),
            Example(
                "--source-column and --number-column", ["a": people],
                ["a --columns id,source,number --source-column source --number-column number"],
                query: "SELECT id, source, number FROM a", rows: ["1, a, 1", "2, a, 2"]),
            Example(
                "--with keeps all digits of a number",
                ["a": #"{"rate":0.1234567890123456789,"items":[{"n":1}]}"#],
                ["a --path items --with rate --table a"], query: "SELECT rate, pg_typeof(rate) FROM a",
                rows: ["0.1234567890123456789, numeric"]),
            Example(
                "--skip and --limit", ["a": (1...9).map { "{\"n\":\($0)}\n" }.joined()],
                ["a --skip 2 --limit 3", "a --skip 2 --limit 4"], rows: ["3", "4", "5", "6"]),
            Example(
                "--strict", ["a": "{\"n\":1}\n{\"n\":2,\"m\":1}\n"], ["a --strict --batch 1 --on-error skip"],
                rows: ["1"], status: 2),
            Example(
                "--table-by", ["a": #"{"type":"u","n":1}"# + "\n" + #"{"type":"v","n":2}"#],
                ["a --table-by type"], query: "SELECT u.n, v.n FROM u, v", rows: ["1, 2"]),
            Example(
                "--path", ["a": #"{"x":[{"n":1}],"y":{"z":[{"n":2}]}}"#], ["a --path x --path y.z"],
                query: "SELECT x.n, z.n FROM x, z", rows: ["1, 2"]),
            // Indices
            Example(
                "--index", ["a": people], ["a --index name,active"],
                query: "SELECT indexdef LIKE '%(name)', indexdef LIKE '%(active)' FROM pg_indexes "
                    + "WHERE tablename = 'a' ORDER BY 1 DESC", rows: ["t, f", "f, t"]),
            Example(
                "--index of a column that has one", ["a": people, "b": people],
                ["a --index name", "b --table a --index name"],
                query: "SELECT count(*) FROM pg_indexes WHERE tablename = 'a'", rows: ["1"]),
            Example(
                "--index with an unknown key", ["a": people], ["a --index none"],
                query: "SELECT count(*) FROM pg_indexes WHERE tablename = 'a'", rows: ["0"],
                messages: ["no record has the key none"]),
            Example(
                "--key", ["a": people], ["a --key id"],
                query:
                    "SELECT indexdef LIKE 'CREATE UNIQUE INDEX %(id)' FROM pg_indexes WHERE tablename = 'a'",
                rows: ["t"]),
            // Child tables
            Example(
                "--expand", ["a": orders], ["a --key id --expand items --expand ship.notes"],
                query:
                    "SELECT a.id, i.position, i.sku, i.count FROM a JOIN a_items AS i ON i.a_id = a.id ORDER BY 2",
                rows: ["1, 0, a, 2", "1, 1, b, 1.5"]),
            Example(
                "--expand of a nested array", ["a": orders], ["a --key id --expand ship.notes"],
                query: "TABLE a_ship_notes", rows: ["1, 0, n"]),
            Example(
                "the columns of a child table", ["a": orders], ["a --key id --expand items --batch 1"],
                query: columns(of: "a_items"),
                rows: ["a_id, bigint", "position, bigint", "sku, text", "count, double precision"]),
            Example(
                "--expand replaces the child rows of an updated row",
                ["a": orders, "b": "{\"id\":1,\"items\":[{\"sku\":\"z\"}]}\n{\"id\":9,\"items\":[]}"],
                ["a --key id --expand items", "b --table a --key id --expand items"],
                query: "SELECT a_id, position, sku, count FROM a_items", rows: ["1, 0, z, NULL"]),
            Example(
                "--expand without a key", ["a": orders, "b": orders],
                ["a --expand items", "b --table a --expand items --batch 1"],
                query:
                    "SELECT id, position, sku, count FROM a JOIN a_items USING (record_id) ORDER BY record_id, position",
                rows: ["1, 0, a, 2", "1, 1, b, 1.5", "1, 0, a, 2", "1, 1, b, 1.5"]),
            Example(
                "--expand of arrays in elements, without a key",
                ["a": #"[{"x":[{"y":[{"n":1},{"n":2}]},{"y":[{"n":3}]}]},{"x":[{"y":[{"n":4}]}]}]"#],
                ["a --expand x,x.y"],
                query: "SELECT record_id, position, y_position, n FROM a JOIN a_x USING (record_id) "
                    + "JOIN a_x_y USING (record_id, position) ORDER BY n",
                rows: ["1, 0, 0, 1", "1, 0, 1, 2", "1, 1, 0, 3", "2, 0, 0, 4"]),
            Example(
                "--expand into a user's table", ["a": orders], ["a --expand items"],
                query:
                    "SELECT id, record_id, own, sku FROM a JOIN a_items USING (record_id) ORDER BY position",
                rows: ["1, 1, mine, a", "1, 1, mine, b"],
                setup: "CREATE TABLE a (id bigint, own text DEFAULT 'mine', record_id serial UNIQUE)"),
            Example(
                "--expand without records", ["a": "[]"], ["a --expand items"],
                query: "SELECT to_regclass('a')", rows: ["NULL"]),
            Example(
                "no --expand after one", ["a": orders, "b": "{\"id\":7,\"record_id\":\"x\"}\n{\"id\":8}\n"],
                ["a --expand items", "b --table a"],
                query: "SELECT record_id, id, record_id_2 FROM a ORDER BY record_id",
                rows: ["1, 1, NULL", "2, 2, NULL", "3, 7, x", "4, 8, NULL"]),
            Example(
                "--expand into a table without numbers", ["a": orders], ["a --expand items"], rows: [],
                status: 64, messages: ["has no column record_id bigint GENERATED", "--key"],
                setup: "CREATE TABLE a (id bigint, record_id bigint PRIMARY KEY)"),
            // Types
            Example(
                "--type", ["a": #"{"zip":123,"n":"7","x":"1.5","on":1}"#],
                ["a --type zip=text,n=integer,x=real,on=boolean"],
                query: "SELECT *, pg_typeof(zip), pg_typeof(n), "
                    + "pg_typeof(x), pg_typeof(\"on\") FROM a",
                rows: ["123, 7, 1.5, t, text, bigint, double precision, boolean"]),
            Example(
                "--type of JSON", ["a": #"{"x":{"y":1},"n":1.50,"s":"q"}"#],
                ["a --type x=jsonb,n=jsonb,s=json"],
                query: "SELECT x, n, s, pg_typeof(s) FROM a", rows: [#"{"y": 1}, 1.5, "q", json"#]),
            Example(
                "rows of default values", ["a": "{\"name\":\"b\"}\n{}\n{\"name\":null}\n"], ["a"],
                query: "SELECT id, name FROM a ORDER BY id", rows: ["1, b", "2, x", "3, NULL"],
                setup: "CREATE TABLE a (id serial PRIMARY KEY, name text DEFAULT 'x')"),
            Example(
                "--key and many rejected rows",
                ["a": (1...600).map { "{\"id\":\($0),\"v\":\($0)}\n" }.joined()],
                ["a --key id --on-error skip"], query: "SELECT count(*), max(v) FROM a", rows: ["300, 600"],
                status: 2,
                setup: "CREATE TABLE a (id bigint PRIMARY KEY, v bigint CHECK (v % 2 = 0), w text UNIQUE)"),
            Example(
                "--key of a constraint that is checked later", ["a": #"{"id":1}"#], ["a --key id"],
                query: "SELECT count(*) FROM a", rows: ["0"], status: 64,
                messages: ["the table a has no unique index on id"],
                setup: "CREATE TABLE a (id bigint PRIMARY KEY DEFERRABLE)"),
            Example(
                "--type with types of PostgreSQL",
                ["a": #"{"at":"2014-05-01T08:00:00+02:00","id":"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"}"#],
                ["a --type at=timestamptz,id=uuid"],
                query: "SELECT at AT TIME ZONE 'UTC', id, pg_typeof(at), pg_typeof(id) FROM a",
                rows: [
                    "2014-05-01 06:00:00, a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11, timestamp with time zone, uuid"
                ]),
            Example(
                "--type of a value that does not fit",
                ["a": #"{"n":1,"at":"2014-05-01"}"# + "\n" + #"{"n":2,"at":"soon"}"# + "\n" + #"{"n":3}"#],
                ["a --type at=timestamptz --on-error skip"], query: "SELECT n FROM a ORDER BY n",
                rows: ["1", "3"], status: 2),
            Example(
                "the types of a table of the user",
                ["a": #"{"id":"1","at":"2014-05-01","x":[1],"d":5}"# + "\n" + #"{"x":"s"}"#], ["a"],
                rows: ["1, 2014-05-01, [1], 5.00", "NULL, NULL, \"s\", NULL"],
                setup: "CREATE TABLE a (id text, at date, x jsonb, d numeric(8, 2))"),
            // Changed inputs
            Example(
                "an unchanged input", ["a": people], ["a", "a"], query: "SELECT id FROM a", rows: ["1", "2"]),
            Example(
                "--limit and then all records", ["a": people], ["a --limit 1", "a"],
                query: "SELECT id FROM a",
                rows: ["1", "2"]),
        ]

        /// Beside rows that are rejected, child rows have the numbers of their own records. Each sample has these examples.
        static let rejectionsAmongNumberedRows = [
            Example(
                "--expand, and rows that the table does not accept",
                [
                    "a": (1...4).map { "{\"n\":\($0)\($0 == 2 ? ",\"m\":0" : ""),\"items\":[\($0)]}\n" }
                        .joined()
                ],
                ["a --expand items --on-error skip"],
                query: "SELECT record_id, n, m, value FROM a JOIN a_items USING (record_id) ORDER BY n",
                rows: ["1, 1, 9, 1", "2, 2, 0, 2", "4, 4, 9, 4"], status: 2,
                setup: "CREATE TABLE a (n bigint CHECK (n <> 3), m bigint DEFAULT 9, record_id serial UNIQUE)"
            ),
            Example(
                "--expand, and values that cannot be stored",
                [
                    "a": (1...4).map {
                        "{\"n\":\($0),\"t\":\"\($0 == 2 ? "\\u0000" : "")\",\"items\":[\($0)]}\n"
                    }.joined()
                ],
                ["a --expand items --on-error skip"],
                query: "SELECT n, value FROM a JOIN a_items USING (record_id) ORDER BY n",
                rows: ["1, 1", "3, 3", "4, 4"], status: 2),
        ]

        @Test(arguments: TestTier.sample(examples, count: 16) + rejectionsAmongNumberedRows)
        func commandsMakeTable(example: Example) throws {
            let workspace = try PostgresWorkspace(example.files)
            try workspace.query(example.setup)
            for (number, command) in example.commands.enumerated() {
                let outcome = try workspace.run("", command)
                let isLast = number == example.commands.count - 1
                #expect(outcome.status == (isLast ? example.status : 0), "\(outcome)")
                for message in isLast ? example.messages : [] { #expect(outcome.messages.contains(message)) }
            }
            #expect(try workspace.rows(example.query) == example.rows)
            try workspace.expectNoConnection()
        }

        // MARK: - Summaries

        @Test func summaryNamesDatabase() throws {
            let workspace = try PostgresWorkspace(["a": Self.people])
            let outcome = try workspace.run("a").withoutTimes
            #expect(
                outcome.output.hasPrefix("a: 2 records imported into the table a of ")
                    && outcome.output.contains(workspace.database)
                    && outcome.output.hasSuffix(" (4 columns)\n  TIME\n"))
            let again = try workspace.run("a")
            #expect(
                again.output.hasPrefix(
                    "a: already imported, and unchanged since then (2 records in the table a of "))
        }

        @Test(arguments: ["", "--json"]) func dryRunCreatesNothing(option: String) throws {
            let workspace = try PostgresWorkspace(["a": Self.people])
            let objects =
                "SELECT relname FROM pg_class WHERE relnamespace NOT IN "
                + "(SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\\_%' OR nspname = 'information_schema')"
            let outcome = try workspace.run("a --dry-run --key id --index name \(option)")
            #expect(outcome.status == 0)
            for text in ["CREATE TABLE", "bigint", "jsonb", "boolean"] {
                #expect(outcome.output.contains(text), "\(outcome)")
            }
            #expect(try workspace.rows(objects) == [])
            // A dry run shows the table that the import makes.
            #expect(try workspace.run("a --key id").status == 0)
            guard option.isEmpty else { return }
            let columns = try workspace.columns(of: "a")
            let statement = try #require(outcome.output.split(separator: ";").first)
            try workspace.query("DROP TABLE a; \(statement)")
            #expect(try workspace.columns(of: "a").map { "\($0)" } == columns.map { "\($0)" })
        }

        // MARK: - Changed inputs

        private static let old = "{\"n\":1}\n{\"n\":2}\n"
        private static let new = "{\"n\":5}\n{\"n\":\"x\"}\n{\"n\":7}\n"

        /// Options for an input that has changed, and the rows after the import.
        @Test(arguments: [
            ("", 64, ["1", "2"]), ("--append", 0, ["1", "2", "5", "x", "7"]),
            ("--replace", 0, ["5", "x", "7"]),
        ])
        func changedInputNeedsChoice(option: String, status: Int32, rows: [String]) throws {
            for batch in [1, 20_000] {
                let workspace = try PostgresWorkspace(["a": Self.old])
                try #require(try workspace.run("a").status == 0)
                try workspace.write(Self.new, to: "a")
                let outcome = try workspace.run("a --batch \(batch) \(option)")
                #expect(outcome.status == status, "\(outcome)")
                #expect(try workspace.rows("TABLE a").sorted() == rows.sorted())
                guard option.isEmpty else { continue }
                for word in ["has changed since", "--replace", "--append", "--key", "--table"] {
                    #expect(outcome.messages.contains(word))
                }
            }
        }

        /// Columns stay that something depends on.
        @Test(arguments: [
            ("", ["a", "n"]),
            (
                "CREATE INDEX ON a (took); CREATE VIEW v AS SELECT page FROM a; ALTER TABLE a ADD note text",
                ["took", "page", "note", "a", "n"]
            ),
        ])
        func columnsOfReplacedRowsOnlyAreRemoved(statement: String, columns: [String]) throws {
            let workspace = try PostgresWorkspace(["a": #"{"took":3,"hits":[{"a":1,"n":null}],"page":9}"#])
            try #require(try workspace.run("a --format json").status == 0)
            try workspace.query(statement)
            for _ in 1...2 {
                let outcome = try workspace.run("a --path hits --replace")
                #expect(outcome.status == 0, "\(outcome)")
                #expect(try workspace.columns(of: "a").map(\.name) == columns)
            }
        }

        @Test func addedColumnGetsNameOfRemovedColumn() throws {
            let workspace = try PostgresWorkspace(["a": #"{"hits":[{"a":1}],"page":9}"#])
            try #require(try workspace.run("a --format json").status == 0)
            for _ in 1...2 {
                #expect(try workspace.run("a --path hits --with page --replace").status == 0)
                #expect(try workspace.columns(of: "a").map(\.name) == ["page", "a"])
                #expect(try workspace.rows("SELECT page FROM a") == ["9"])
            }
        }

        /// The names of tables differ in case only.
        @Test func rowsOfKindsThatAreGoneAreReplaced() throws {
            let workspace = try PostgresWorkspace(["a": "{\"k\":\"u\",\"n\":1}\n{\"k\":\"U\",\"n\":2}\n"])
            try #require(try workspace.run("a --table-by k").status == 0)
            try workspace.write("{\"k\":\"u\",\"n\":3}\n{\"k\":\"v\",\"n\":4}\n", to: "a")
            let outcome = try workspace.run("a --table-by k --replace")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try workspace.rows("SELECT n FROM u UNION ALL SELECT n FROM v") == ["3", "4"])
            #expect(try workspace.rows("SELECT n FROM \"U\"") == [])
        }

        /// The child rows of the records that were there before would become those of other records.
        @Test(arguments: ["", "TRUNCATE a RESTART IDENTITY", "DROP TABLE a"])
        func recordsOfNewRowsHaveTheirOwnChildRows(statement: String) throws {
            let old = (1...3).map { "{\"id\":\($0),\"items\":[{\"sku\":\"o\"}],\"tags\":[\($0)]}\n" }.joined()
            let workspace = try PostgresWorkspace(["a": old, "x": old])
            try #require(try workspace.run("a --expand items,tags").status == 0)
            // The table `a_x` numbers its records, too.
            try #require(try workspace.run("x --table a_x --expand items,tags").status == 0)
            try workspace.query(statement)
            let records = #"{"id":5,"items":[{"sku":"n"}]}"# + "\n" + #"{"id":6}"#
            try workspace.write(records, to: "a")
            let outcome = try workspace.run("a --expand items --replace")
            #expect(outcome.status == 0, "\(outcome)")
            let rows = "SELECT id, sku FROM a FULL JOIN a_items USING (record_id) ORDER BY id"
            #expect(try workspace.rows(rows) == ["5, n", "6, NULL"])
            // Without the table, no rows are replaced.
            if statement == "DROP TABLE a" {
                #expect(try workspace.rows("TABLE a_tags") == [])
            } else {
                #expect(try workspace.columns(of: "a_tags").isEmpty)
            }
            #expect(try workspace.rows("SELECT count(*) FROM a_x JOIN a_x_tags USING (record_id)") == ["3"])
        }

        @Test func recordsWithKeyAreNumberedByTheServer() throws {
            let workspace = try PostgresWorkspace(["a": Self.orders, "b": "{\"id\":2,\"n\":3}\n{\"id\":9}\n"])
            try #require(try workspace.run("a --expand items").status == 0)
            try workspace.query("CREATE UNIQUE INDEX ON a (id)")
            let outcome = try workspace.run("b --table a --key id")
            #expect(outcome.status == 0, "\(outcome)")
            let rows = try workspace.rows("SELECT id, n, record_id FROM a ORDER BY id")
            #expect(rows.prefix(2) == ["1, NULL, 1", "2, 3, 2"])
            #expect(rows.count == 3 && rows[2].hasPrefix("9, NULL, "))
        }

        @Test func grownLogAddsItsNewLines() throws {
            let workspace = try PostgresWorkspace(["a": Self.old])
            try #require(try workspace.run("a").status == 0)
            try workspace.write(Self.old + "{\"n\":3}\n", to: "a")
            let outcome = try workspace.run("a")
            #expect(outcome.output.contains("resumed after 2 records of an earlier run"), "\(outcome)")
            #expect(try workspace.rows("TABLE a") == ["1", "2", "3"])
        }

        /// The rows of an input are known only if no other input and no other program has written to the table.
        @Test(arguments: ["b --table a", "INSERT INTO a VALUES (9)"])
        func replaceOfSharedTableIsError(change: String) throws {
            let workspace = try PostgresWorkspace(["a": Self.old, "b": "{\"n\":9}\n"])
            try #require(try workspace.run("a").status == 0)
            if change.hasPrefix("INSERT") {
                try workspace.query(change)
            } else {
                try #require(try workspace.run(change).status == 0)
            }
            try workspace.write(Self.new, to: "a")
            let outcome = try workspace.run("a --replace")
            #expect(outcome.status == 64)
            #expect(outcome.messages.contains("--replace"), "\(outcome)")
            #expect(
                ["--append", "--key", "--table"].contains { outcome.messages.contains($0) }, "\(outcome)")
            #expect(try workspace.rows("TABLE a").sorted() == ["1", "2", "9"])
        }

        /// The rows are replaced in one transaction.
        @Test func killedReplaceKeepsOldRowsOrHasNewOnes() throws {
            let old = (1...500).map { "{\"n\":\($0)}\n" }.joined()
            let new = (1...5_000).map {
                "{\"n\":-\($0),\"text\":\"\(String(repeating: "x", count: 200))\"}\n"
            }.joined()
            let workspace = try PostgresWorkspace(["dump": old])
            try #require(try workspace.run("dump").status == 0)
            try workspace.write(new, to: "dump")
            for growth in [0, 100_000, 400_000] {
                let run = try workspace.start("dump --replace --batch 100")
                try run.wait(untilGrowthBy: growth, workspace.query)
                _ = run.kill()
                let counts = try workspace.rows("SELECT count(*), count(*) FILTER (WHERE n < 0) FROM dump")
                #expect(counts == ["500, 0"] || counts == ["5000, 5000"])
            }
            #expect(try workspace.run("dump --replace --batch 100").status == 0)
            #expect(try workspace.rows("SELECT count(*), min(n), max(n) FROM dump") == ["5000, -5000, -1"])
        }

        // MARK: - Pipes and followed files

        private func append(_ text: String, to file: String, in workspace: PostgresWorkspace) throws {
            let file = try FileHandle(forWritingTo: workspace.folder.file(file))
            try file.seekToEnd()
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        }

        private func values(_ workspace: PostgresWorkspace) throws -> [String] {
            try workspace.columns(of: "log").isEmpty ? [] : workspace.rows("SELECT a FROM log ORDER BY a")
        }

        @Test func followedLogIsImportedAcrossRotationUntilInterrupt() throws {
            let workspace = try PostgresWorkspace(["log": "{\"a\":1}\n"])
            let session = try Session(workspace.words("log --follow"), in: workspace.folder)
            func waitForRows(_ count: Int) throws {
                try waitAtMostAMinute { try !session.isRunning || values(workspace).count == count }
            }
            try waitForRows(1)
            try append("{\"a\":2}\n", to: "log", in: workspace)
            try waitForRows(2)
            try FileManager.default.moveItem(
                at: workspace.folder.file("log"), to: workspace.folder.file("old"))
            try workspace.write("{\"a\":3}\n", to: "log")
            try waitForRows(3)
            session.interrupt()
            let (status, screen) = session.finish()
            #expect(status == 0, "\(screen)")
            #expect(try values(workspace) == ["1", "2", "3"])
            try workspace.expectNoConnection()
        }

        @Test func rowsOfSlowPipeAreCommittedBeforeItsEnd() throws {
            let workspace = try PostgresWorkspace()
            let input = Pipe()
            let session = try Session(workspace.words("- --table log"), in: workspace.folder, input: input)
            for number in 1...3 {
                try input.fileHandleForWriting.write(contentsOf: Data("{\"a\":\(number)}\n".utf8))
                try waitAtMostAMinute { try !session.isRunning || values(workspace).count == number }
            }
            session.interrupt()
            #expect(session.finish().status == 130)
            #expect(try values(workspace) == ["1", "2", "3"])
            try workspace.expectNoConnection()
        }
    }
}
