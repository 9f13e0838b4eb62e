import Testing

/// Addresses in place of files, and databases that are not SQLite files.
@Suite struct AddressTests {
    @Test(arguments: [
        (
            ["import", "https://example.com/d.json?a=1&b=2", "--into", "x.db"],
            "An input is a file, found the address https://example.com/d.json?a=1&b=2; download it: "
                + "curl -sSfL 'https://example.com/d.json?a=1&b=2' | stream-import import - --into x.db"
        ),
        (
            ["check", "HTTP://example.com/d.json.gz"],
            "An input is a file, found the address HTTP://example.com/d.json.gz; download it: "
                + "curl -sSfL HTTP://example.com/d.json.gz | stream-import check -"
        ),
        (
            ["inspect", "s3://bucket/d.json"],
            "An input is a file, found the address s3://bucket/d.json; download it: "
                + "aws s3 cp s3://bucket/d.json - | stream-import inspect -"
        ),
        (
            ["model", "--name", "Item", "gs://bucket/d.json"],
            "An input is a file, found the address gs://bucket/d.json; download it: "
                + "gcloud storage cat gs://bucket/d.json | stream-import model --name Item -"
        ),
        (
            ["check", "file:///dumps/d.json"],
            "An input is a file, found the address file:///dumps/d.json; download it: "
                + "cat /dumps/d.json | stream-import check -"
        ),
    ])
    func addressAsInputIsUsageErrorWithCommand(arguments: [String], message: String) throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.messages.hasPrefix("Error: \(message)\n"))
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 64)
        #expect(!folder.has("x.db"))
    }

    @Test(arguments: [
        (
            "x.csv",
            "the name x.csv; import into x.db first, and export the table: "
                + #"sqlite3 -header -csv x.db 'SELECT * FROM "dump"' > x.csv"#
        ),
        (
            "X.TSV",
            "the name X.TSV; import into X.db first, and export the table: "
                + #"sqlite3 -header -tabs X.db 'SELECT * FROM "dump"' > X.TSV"#
        ),
        (
            "x.json",
            "the name x.json; import into x.db first, and export the table: "
                + #"sqlite3 -json x.db 'SELECT * FROM "dump"' > x.json"#
        ),
        (
            "x.parquet",
            "the name x.parquet; import into x.db first, and export the table: duckdb -c 'ATTACH '\\''x.db'\\'' AS "
                + #"source (TYPE sqlite); COPY source."dump" TO '\''x.parquet'\'''"#
        ),
        (
            "postgres://localhost/app",
            "the address postgres://localhost/app; import into a file, and load it: "
                + "pgloader dump.db postgres://localhost/app."
        ),
        (
            "mysql://localhost/app",
            "the address mysql://localhost/app; "
                + "import into a file such as dump.db, and copy the table from there."
        ),
    ])
    func otherTargetThanSQLiteIsUsageError(target: String, message: String) throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a":1}]"#])
        let outcome = try Program.run(["import", "dump", "--into", target], in: folder)
        #expect(outcome.messages.hasPrefix("Error: --into expects an SQLite file, found \(message)\n"))
        #expect(outcome.status == 64)
        #expect(!folder.has(target))
    }

    @Test func existingDatabaseOfAnyNameIsTarget() throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a":1}]"#])
        try folder.database("x.csv").write { try $0.execute(sql: "CREATE TABLE other (a)") }
        let outcome = try Program.run(["import", "dump", "--into", "x.csv"], in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT a FROM dump", of: "x.csv") == ["1"])
    }
}
