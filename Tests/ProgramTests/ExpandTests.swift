import Foundation
import Testing

/// `import --expand`: the elements of arrays as rows of child tables.
@Suite struct ExpandTests {
    private static let orders = """
        {"id": 1, "items": [{"sku": "a", "count": 2}, {"sku": "b", "count": 1}], "ship": {"to": "x", "notes": ["n"]}}
        {"id": 2, "items": []}
        """

    private func run(_ arguments: [String], in folder: TemporaryDirectory) throws -> Program.Outcome {
        try Program.run("import orders.json --into db --format lines", arguments, in: folder)
    }

    @Test func summaryCountsRowsOfChildTables() throws {
        let folder = try TemporaryDirectory(["orders.json": Self.orders])
        let arguments = ["--key", "id", "--expand", "items", "--expand", "ship.notes"]
        let outcome = try run(arguments, in: folder)
        #expect(
            outcome.withoutTimes
                == .init(
                    status: 0,
                    output: """
                        orders.json: 2 records imported into the table orders of db (2 columns)
                          2 rows imported into the child table orders_items (4 columns)
                          1 row imported into the child table orders_ship_notes (3 columns)
                          TIME\n
                        """, messages: ""))
        let join =
            "SELECT ship_to, sku, count FROM orders JOIN orders_items ON orders_id = id ORDER BY position"
        #expect(try folder.rows(join) == ["x, a, 2", "x, b, 1"])
        #expect(try folder.rows("SELECT * FROM orders_ship_notes") == ["1, 0, n"])
        #expect(try run(arguments, in: folder).output.contains("already imported"))
    }

    @Test func dryRunPrintsStatementsOfAllTables() throws {
        let folder = try TemporaryDirectory(["orders.json": Self.orders])
        let outcome = try run(["--key", "id", "--expand", "items", "--dry-run"], in: folder)
        #expect(
            outcome.withoutTimes.output == """
                CREATE TABLE "orders" ("id" INTEGER PRIMARY KEY, "ship" TEXT);
                CREATE TABLE "orders_items" ("orders_id" INTEGER, "position" INTEGER, "sku" TEXT, "count" INTEGER, \
                PRIMARY KEY ("orders_id", "position"));
                orders.json: 2 records would be imported into the table orders of db (2 columns)
                  2 rows would be imported into the child table orders_items (4 columns)
                  TIME\n
                """)
    }

    @Test func objectOfImportHasChildTables() throws {
        let folder = try TemporaryDirectory(["orders.json": Self.orders])
        let outcome = try run(["--key", "id", "--expand", "items", "--json"], in: folder)
        #expect(
            outcome.output.contains(#""children":[{"columns":4,"rows":2,"table":"orders_items"}]"#))
        let dryRun = try run(["--key", "id", "--expand", "ship.notes", "--json", "--dry-run"], in: folder)
        #expect(
            dryRun.output.contains(
                #""children":[{"columns":3,"definition":"CREATE TABLE \"orders_ship_notes\" (\"orders_id\" INTEGER, "#
            ))
    }

    @Test func standardInputHasChildTables() throws {
        let folder = try TemporaryDirectory(["orders.json": Self.orders])
        let outcome = try Program.run(
            "import - --into db --format lines --key id --expand items", in: folder,
            input: Array(Self.orders.utf8))
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT records_id, position FROM records_items") == ["1, 0", "1, 1"])
    }

    /// A path that no record has, paths of a scalar and an object, and a path through an array.
    @Test(arguments: ["missing", "missing.items", "id.items", "items.sku", "ship.to"])
    func pathWithoutArrayIsWarning(path: String) throws {
        let folder = try TemporaryDirectory(["orders.json": Self.orders])
        let outcome = try run(["--key", "id", "--expand", path], in: folder)
        let table = "orders_" + path.replacing(".", with: "_")
        #expect(outcome.status == 0)
        #expect(
            outcome.messages
                == "orders.json: --expand: no record has an array with elements at \(path), so there is no table \(table)\n"
        )
        #expect(try folder.rows("SELECT count(*) FROM orders") == ["2"])
        #expect(try !folder.hasTable(table))
    }

    @Test func recordsWithoutKeyAreNumbered() throws {
        let folder = try TemporaryDirectory(["orders.json": Self.orders])
        let arguments = ["--expand", "ship.notes, items", "--expand", "items[*].tags[*]"]
        let outcome = try run(arguments + ["--dry-run"], in: folder)
        #expect(
            outcome.withoutTimes.output == """
                CREATE TABLE "orders" ("record_id" INTEGER PRIMARY KEY, "id" INTEGER, "ship_to" TEXT);
                CREATE TABLE "orders_items" ("record_id" INTEGER, "position" INTEGER, "sku" TEXT, "count" INTEGER, \
                PRIMARY KEY ("record_id", "position"));
                CREATE TABLE "orders_ship_notes" ("record_id" INTEGER, "position" INTEGER, "value" TEXT, \
                PRIMARY KEY ("record_id", "position"));
                orders.json: 2 records would be imported into the table orders of db (3 columns)
                  2 rows would be imported into the child table orders_items (4 columns)
                  1 row would be imported into the child table orders_ship_notes (3 columns)
                  TIME\n
                """)
        #expect(
            outcome.messages == """
                orders.json: --expand: no record has an array with elements at items.tags, so there is no table \
                orders_items_tags\n
                """)
        for append in [[], ["--append"]] {
            #expect(try run(arguments + append, in: folder).status == 0)
            try Data(Self.orders.replacing("x", with: "y").utf8).write(to: folder.file("orders.json"))
        }
        #expect(
            try folder.rows("SELECT record_id, ship_to, sku FROM orders JOIN orders_items USING (record_id)")
                == ["1, x, a", "1, x, b", "3, y, a", "3, y, b"])
        #expect(try run(arguments + ["--append"], in: folder).output.contains("already imported"))
    }

    // MARK: - Several paths

    private static let export = """
        {"users": [{"id": 1, "tags": ["a", "b"]}, {"id": 2}], "data": {"repos": [{"id": 1, "tags": [{"n": 3}]}]}}
        """
    private static let paths = ["--path", "users", "--path", "data.repos", "--key", "id", "--expand", "tags"]

    @Test func tableOfEachPathHasChildTable() throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let arguments = ["import", "export.json", "--into", "db"] + Self.paths
        let outcome = try Program.run(arguments, in: folder)
        #expect(
            outcome.withoutTimes
                == .init(
                    status: 0,
                    output: """
                        export.json: 2 records imported into the table users of db (1 column)
                          2 rows imported into the child table users_tags (3 columns)
                          TIME
                        export.json: 1 record imported into the table repos of db (1 column)
                          1 row imported into the child table repos_tags (3 columns)
                          TIME\n
                        """, messages: ""))
        #expect(try folder.rows("SELECT * FROM users_tags") == ["1, 0, a", "1, 1, b"])
        #expect(try folder.rows("SELECT repos_id, position, n FROM repos_tags") == ["1, 0, 3"])
        let second = try Program.run(arguments, in: folder)
        #expect(second.output.split(separator: "\n").count { $0.contains("already imported") } == 2)
    }

    // MARK: - Options

    @Test(arguments: [1, 2])
    func databaseDoesNotDependOnThreads(threads: Int) throws {
        let folder = try TemporaryDirectory(["orders.json": Dump.array(600)])
        for (database, threads) in [("one", 1), ("other", threads)] {
            let outcome = try Program.run(
                [
                    "import", "orders.json", "--into", database, "--key", "id", "--expand", "tags", "--batch",
                    "100", "--threads", "\(threads)",
                ], in: folder)
            #expect(outcome.status == 0)
        }
        #expect(try folder.differences("one", "other") == [])
        #expect(try folder.rows("SELECT count(*) FROM orders_tags", of: "one") == ["1200"])
    }
}
