import GRDB
import SQLiteSupport
import Testing

/// `TableInfo` describes a table as SQLite does, whatever characters the name of the table has.
@Suite struct TableInfoTests {
    private func info(of name: String, after statements: String...) throws -> TableInfo? {
        try DatabaseQueue().write { db in
            for sql in statements { try db.execute(sql: sql) }
            return try TableInfo(name, in: db)
        }
    }

    @Test(arguments: ["t", "T", "a b", "\"", "it's", "é", "select", "x.y"])
    func tableIsFoundByItsNameInAnyCase(name: String) throws {
        let sql = "CREATE TABLE \(name.sqlIdentifier) (a)"
        for spelling in [name, name.lowercased()] where spelling.lowercasedASCII == name.lowercasedASCII {
            let found = try #require(try info(of: spelling, after: sql))
            #expect(found.name.utf8.elementsEqual(name.utf8))
            #expect(found.sql == sql && found.schema == "main" && !found.isView && !found.isStrict)
        }
    }

    @Test func missingTableHasNoInfo() throws {
        #expect(try info(of: "t") == nil)
        #expect(try info(of: "", after: "CREATE TABLE t (a)") == nil)
        #expect(try info(of: "i", after: "CREATE TABLE t (a)", "CREATE INDEX i ON t (a)") == nil)
    }

    @Test func columnsHaveTheirTypesInOrder() throws {
        let found = try #require(
            try info(
                of: "t",
                after:
                    "CREATE TABLE t (a, b TEXT NOT NULL, c DECIMAL(9, 2), d INT AS (a + 1), e INT AS (a) STORED)"
            ))
        #expect(found.columns.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(found.columns.map(\.declaredType) == ["", "TEXT", "DECIMAL(9, 2)", "INT", "INT"])
        #expect(found.columns.map(\.isGenerated) == [false, false, false, true, true])
        #expect(found.primaryKey == [])
    }

    @Test func addedColumnIsPartOfTheTable() throws {
        let found = try #require(
            try info(of: "t", after: "CREATE TABLE t (a)", "ALTER TABLE t ADD COLUMN b REAL"))
        #expect(found.columns.map(\.name) == ["a", "b"])
        #expect(found.sql == "CREATE TABLE t (a, b REAL)")
    }

    @Test(arguments: [
        ("CREATE TABLE t (a INTEGER PRIMARY KEY, b)", ["a"]),
        ("CREATE TABLE t (a, b, c, PRIMARY KEY (c, a))", ["c", "a"]), ("CREATE TABLE t (a UNIQUE)", []),
        ("CREATE TABLE t (a PRIMARY KEY) WITHOUT ROWID", ["a"]),
    ])
    func primaryKeyKeepsDeclaredOrder(sql: String, key: [String]) throws {
        #expect(try info(of: "t", after: sql)?.primaryKey == key)
    }

    @Test func anyColumnOfStrictTableIsUntyped() throws {
        let sql = "(a ANY, b INTEGER)"
        let strict = try #require(try info(of: "t", after: "CREATE TABLE t \(sql) STRICT"))
        #expect(strict.isStrict && strict.columns.map(\.declaredType) == ["", "INTEGER"])
        let nonStrict = try #require(try info(of: "t", after: "CREATE TABLE t \(sql)"))
        #expect(!nonStrict.isStrict && nonStrict.columns.map(\.declaredType) == ["ANY", "INTEGER"])
    }

    @Test func viewHasColumnsButNoKey() throws {
        let found = try #require(
            try info(
                of: "v", after: "CREATE TABLE t (a PRIMARY KEY)", "CREATE VIEW v AS SELECT a, 1 AS b FROM t"))
        #expect(found.isView && found.columns.map(\.name) == ["a", "b"] && found.primaryKey == [])
    }

    /// If two tables have a name, a statement with the name refers to the temporary table.
    @Test func temporaryTableShadowsTableOfSameName() throws {
        let found = try #require(
            try info(of: "t", after: "CREATE TABLE t (a)", "CREATE TEMP TABLE T (b PRIMARY KEY)"))
        #expect(found.schema == "temp" && found.name == "T" && found.columns.map(\.name) == ["b"])
        #expect(found.primaryKey == ["b"] && found.sql == "CREATE TABLE T (b PRIMARY KEY)")
    }

    @Test func definitionIsThatOfTableToWhichNameRefers() throws {
        try DatabaseQueue().write { db in
            try db.execute(
                sql:
                    "CREATE TABLE t (a); CREATE TABLE main.u (a); CREATE VIEW v AS SELECT 1; CREATE TEMP TABLE T (b)"
            )
            for (name, definition) in [
                ("t", "CREATE TABLE T (b)"), ("U", "CREATE TABLE u (a)"), ("v", "CREATE VIEW v AS SELECT 1"),
            ] {
                #expect(try TableInfo.definition(of: name, in: db) == definition)
                #expect(try TableInfo(name, in: db)?.sql == definition && TableInfo.exists(name, in: db))
            }
            #expect(try TableInfo.definition(of: "none", in: db) == nil && !TableInfo.exists("none", in: db))
        }
    }

    @Test func tableOfAnAttachedDatabaseIsFound() throws {
        let queue = try DatabaseQueue()
        try queue.inDatabase { try $0.execute(sql: "ATTACH ':memory:' AS \"other one\"") }
        let found = try queue.write { db in
            try db.execute(sql: "CREATE TABLE \"other one\".t (a UNIQUE)")
            let found = try #require(try TableInfo("t", in: db))
            #expect(try found.uniqueKeys(in: db) == [[], [Array("a".utf8)]])
            return found
        }
        #expect(found.schema == "other one" && found.columns.map(\.name) == ["a"])
    }

    @Test func uniqueKeysExcludePartialAndExpressionIndexes() throws {
        try DatabaseQueue().write { db in
            try db.execute(
                sql: """
                    CREATE TABLE t (Id PRIMARY KEY, a, b, c UNIQUE);
                    CREATE UNIQUE INDEX ab ON t (b, a);
                    CREATE UNIQUE INDEX partial ON t (a) WHERE a > 0;
                    CREATE UNIQUE INDEX expression ON t (a + 1);
                    CREATE INDEX notUnique ON t (b);
                    """)
            let keys = try #require(try TableInfo("t", in: db)).uniqueKeys(in: db)
            let expected: [Set<String>] = [["id"], ["a", "b"], ["c"]]
            #expect(keys == Set(expected.map { Set($0.map { Array($0.utf8) }) }))
        }
    }

    /// The affinity determines how SQLite stores a text of digits, an integer and a real.
    @Test(arguments: [
        "", "INT", "INTEGER", "bigint", "POINT", "CHARINT", "CHAR", "VARCHAR(10)", "CLOB", "TEXT", "BLOB",
        "TEXTBLOB",
        "REAL", "FLOAT", "DOUBLE PRECISION", "NUMERIC", "DECIMAL(10, 2)", "BOOLEAN", "DATE", "DATETIME",
        "STRING",
        "ANY", "FLOATING POINT",
    ])
    func affinityMatchesSQLite(type: String) throws {
        let storageClasses = try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE t (v \(type)); INSERT INTO t VALUES ('1'), (1), (1.5)")
            return try String.fetchAll(db, sql: "SELECT typeof(v) FROM t ORDER BY rowid")
        }
        let expected =
            switch Affinity(declaredType: type) {
            case .integer, .numeric: ["integer", "integer", "real"]
            case .real: ["real", "real", "real"]
            case .text: ["text", "text", "text"]
            case .blob: ["text", "integer", "real"]
            }
        #expect(storageClasses == expected)
    }
}
