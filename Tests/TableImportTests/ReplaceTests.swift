import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// Imports of a changed input with `--append` or `--replace`.
@Suite struct ReplaceTests {
    private static let key: ImportScript.Change = { $0.keys = ["n"] }
    private static let unknownRows = """
        --replace: the rows that the earlier import of this input wrote into the table t are not known, because another \
        program has changed the table or its rows since; delete them and use --append, or import into another table with --table
        """

    private static let page =
        #"{"took":3,"hits":[{"a":1,"n":null,"page":8},{"a":2,"n":null}],"page":9,"s":null}"#
    private static let hits: ImportScript.Change = { ($0.path, $0.changePolicy) = ("hits", .replace) }
    private static let hitsWithPage: ImportScript.Change = {
        ($0.path, $0.changePolicy) = ("hits", .append)
        $0.addedColumns = [AddedColumn("page", .enclosing(.member("page")))]
    }

    static let scripts: [ImportScript] =
        [
            ImportScript(
                "columns of replaced rows only", page,
                .run(1), .sql("CREATE VIEW it AS SELECT 'hits' FROM t"), .run(2, hits),
                .columns(["page INTEGER", "a INTEGER", "n"]), .rows(["8 1 NULL", "NULL 2 NULL"]),
                .write(page, to: "other.json"), .run(1, of: "other.json"),
                .sql("DROP VIEW it"), .run(1) { $0.changePolicy = .replace },
                .columns(["page INTEGER", "took INTEGER", "hits TEXT", "s"])),
            ImportScript(
                "columns that something else needs", page,
                .run(1), .sql("CREATE VIEW v AS SELECT \"took\" FROM t; CREATE INDEX i ON t (hits)"),
                .sql("ALTER TABLE t ADD note; ALTER TABLE t ADD half AS (s / 2)"), .run(2, hits),
                .columns(["took INTEGER", "hits TEXT", "page INTEGER", "s", "note", "half", "a", "n"]),
                .sql("DROP VIEW v; CREATE VIEW w (a, b, c, d, e, f, g, h) AS SELECT * FROM t"),
                .write("{}\n{\"a\":3}"), .run(2) { $0.changePolicy = .replace },
                .columns(["took INTEGER", "hits TEXT", "page INTEGER", "s", "note", "half", "a", "n"])),
            ImportScript(
                "columns of a table of the user", page,
                .sql("CREATE TABLE t (note)"), .run(1), .run(2, hits),
                .columns(["note", "took", "hits", "page", "s", "a", "n"])),
            ImportScript(
                "columns of an input without records", page, .run(1), .write(""),
                .run(0) { ($0.changePolicy, $0.readOptions.format) = (.replace, .lines) },
                .columns(["took INTEGER", "hits TEXT", "page INTEGER", "s"])),
            ImportScript(
                "a column that an earlier import has added", page,
                .run(2) { $0.path = "hits" }, .run(2, hitsWithPage),
                .run(2) { ($0.path, $0.changePolicy) = ("hits", .append) }, .run(2, hitsWithPage),
                .columns(["a INTEGER", "n", "page INTEGER", "page_2 INTEGER"])),
            ImportScript(
                "an added column with the name of a removed one", #"{"hits":[{"a":1}],"page":9}"#, .run(1),
                .run(1) { options in
                    hitsWithPage(&options)
                    options.changePolicy = .replace
                },
                .columns(["page INTEGER", "a INTEGER"]), .rows(["9 1"]), .finished(hitsWithPage)),
            ImportScript(
                "rows that another input has updated", "{\"n\":1,\"v\":\"a\"}\n{\"n\":2,\"v\":\"a\"}\n",
                .run(2), .sql("CREATE UNIQUE INDEX key ON t (n)"),
                .write("{\"n\":2,\"v\":\"b\"}\n", to: "other.json"),
                .run(1, of: "other.json", key), .write("{\"n\":5,\"v\":\"a\"}\n"),
                .error("--replace: the rows", replace),
                .rows(["1 'a'", "2 'b'"])),
            ImportScript(
                "all records are appended once", numberedLines(1...3),
                .run(3), .write(numberedLines(2...4)), .run(3, append), .finished(append),
                .rows(["1", "2", "3", "2", "3", "4"]),
                // The rows of both imports belong to the input.
                .write(numberedLines(7...8)), .run(2, replace), .rows(["7", "8"])),
            ImportScript(
                "rows that the user has inserted between imports are kept", numberedLines(1...2),
                .run(2), .sql("INSERT INTO t VALUES (50)"), .write(numberedLines(1...3)), .run(1),
                .write(numberedLines(7...8)), .run(2, replace),
                .rows(["7", "8", "50"], "SELECT n FROM t ORDER BY n")),
            ImportScript(
                "rows that were there before are kept", numberedLines(1...2),
                .sql("CREATE TABLE t (n); INSERT INTO t VALUES (50)"), .run(2), .write(numberedLines(3...4)),
                .run(2, replace), .rows(["3", "4", "50"], "SELECT n FROM t ORDER BY n")),
            ImportScript(
                "a table that the user has created again", numberedLines(1...2),
                .run(2), .sql("DROP TABLE t; CREATE TABLE t (n INTEGER, note TEXT)"),
                .sql("INSERT INTO t VALUES (7, 'mine'), (8, 'mine')"), .error("--replace: the rows", replace),
                .rows(["7", "8"], "SELECT n FROM t"),
                // The rows of the user are not known as rows of an input afterwards.
                .run(2, append), .write(numberedLines(3...4)), .run(2, replace),
                .rows(["7", "8", "3", "4"], "SELECT n FROM t ORDER BY rowid")),
            // After the update, the number of the rows is not certain, whatever is inserted and deleted later.
            ImportScript(
                "an update, a grown input and a deletion", numberedLines(1...2),
                .run(2), .sql("CREATE UNIQUE INDEX key ON t (n)"), .write("{\"n\":2}\n", to: "other.json"),
                .run(1, of: "other.json", key), .write(numberedLines(1...5)), .run(3),
                .sql("DELETE FROM t WHERE n IN (1, 3, 4)"), .write(numberedLines(6...7)),
                .error("--replace: the rows", replace), .rows(["2", "5"])),
            ImportScript(
                "a dry run changes nothing", numberedLines(1...3),
                .run(3), .write(numberedLines(5...6)),
                .run(2) { ($0.changePolicy, $0.isDryRun) = (.replace, true) },
                .rows(["1", "2", "3"])),
        ]
        + [
            ("DELETE FROM t WHERE n = 2", ["1", "3", "4", "5", "6"]),
            ("INSERT INTO t VALUES (9)", ["1", "2", "3", "4", "5", "6", "9"]),
            ("DELETE FROM t WHERE n = 5; VACUUM", ["1", "2", "3", "4", "6"]),
            ("UPDATE t SET rowid = rowid + 100 WHERE n = 2", ["1", "3", "4", "5", "6", "2"]),
        ].map { sql, rows in
            ImportScript(
                "rows that another program has changed: \(sql)", numberedLines(1...3),
                .run(3), .write(numberedLines(4...6), to: "other.json"), .run(3, of: "other.json"), .sql(sql),
                .write(numberedLines(2...3)), .error(unknownRows, replace),
                .rows(rows, "SELECT n FROM t ORDER BY rowid"), .run(2, append))
        }

    @Test(arguments: scripts)
    func onlyRowsOfInputAreReplaced(script: ImportScript) throws { try script.check() }
}
