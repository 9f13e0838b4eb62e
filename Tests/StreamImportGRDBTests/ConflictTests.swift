import GRDB
import StreamImport
import StreamImportGRDB
import Testing

/// Records whose rows already exist.
@Suite struct ConflictTests {
    @Importable
    struct Item {
        var id: Int
        var name: String?
        var count = 0
    }

    static let old = #"[{"id":1,"name":"a","count":1},{"id":2,"name":"b","count":2}]"#
    static let new = #"[{"id":2,"count":9},{"id":3,"name":"c"}]"#

    static let results: [(ConflictPolicy, [String])] = [
        (.ignore, [#"1 "a" 1 "x""#, #"2 "b" 2 "x""#, #"3 "c" 0 "y""#]),
        (.replace, [#"1 "a" 1 "x""#, #"2 NULL 9 "y""#, #"3 "c" 0 "y""#]),
        (.upsert, [#"1 "a" 1 "x""#, #"2 NULL 9 "x""#, #"3 "c" 0 "y""#]),
    ]

    /// Returns a database whose table has a column without a property, `mark`. It is `x` in the existing rows, and `y`
    /// by default.
    private func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, name, count, mark DEFAULT 'y')")
            try records(Self.old, of: Item.self).write(to: database)
            try database.execute(sql: "UPDATE item SET mark = 'x'")
        }
        return queue
    }

    @Test(arguments: results)
    func conflictIsResolvedByPolicy(_ policy: ConflictPolicy, rows: [String]) throws {
        let queue = try database()
        let summary = try records(Self.new, of: Item.self).write(
            to: queue, table: ImportTable(conflict: policy))
        #expect(summary.recordCount == 2)
        #expect(try queue.lines("SELECT * FROM item ORDER BY id") == rows)
    }

    @Test func conflictThrowsSQLiteErrorByDefault() throws {
        let queue = try database()
        let items = records(#"[{"id":7},{"id":2}]"#, of: Item.self)
        let error = #expect(throws: DatabaseError.self) { try items.write(to: queue) }
        #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY)
        #expect(error?.message == "UNIQUE constraint failed: item.id")
        #expect(try queue.lines("SELECT count(*) FROM item") == ["2"])
    }

    @Test func upsertComparesWholeCompositeKey() throws {
        let queue = try DatabaseQueue()
        for count in [1, 2] {
            let text = #"[{"id":1,"name":"a","count":\#(count)},{"id":1,"name":"b","count":\#(count * 10)}]"#
            try records(text, of: Item.self)
                .write(to: queue, table: ImportTable(primaryKey: ["id", "name"], conflict: .upsert))
        }
        #expect(try queue.lines("SELECT * FROM item ORDER BY name") == [#"1 "a" 2"#, #"1 "b" 20"#])
    }

    @Importable
    struct KeyOnly {
        var id: String
    }

    @Test func upsertWithOnlyKeyColumnsChangesNothing() throws {
        let queue = try DatabaseQueue()
        let table = ImportTable(primaryKey: ["id"], conflict: .upsert)
        try records(#"[{"id":"a"},{"id":"b"},{"id":"a"}]"#, of: KeyOnly.self).write(to: queue, table: table)
        #expect(try queue.lines("SELECT id FROM keyOnly ORDER BY id") == [#""a""#, #""b""#])
    }

    @Test func upsertWithoutPrimaryKeyIsError() throws {
        let queue = try DatabaseQueue()
        #expect(
            errorMessage {
                try records(Self.old, of: Item.self).write(to: queue, table: ImportTable(conflict: .upsert))
            } == """
                the table "item" has no primary key, which an upsert requires; list the properties of the key in \
                primaryKey
                """)
        #expect(try queue.read { try $0.tableExists("item") } == false)
    }
}
