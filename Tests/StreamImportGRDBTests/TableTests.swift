import Foundation
import GRDB
import StreamImport
import StreamImportGRDB
import Testing

/// New and existing tables.
@Suite struct TableTests {
    @Importable
    struct Repo {
        var id: Int
        var owner: String
        var name: String?
        var stars = 0
    }

    static let text = #"[{"id":1,"owner":"a","name":"b","stars":3}]"#

    private func schema(_ table: ImportTable) throws -> [String] {
        let queue = try DatabaseQueue()
        try records(Self.text, of: Repo.self).write(to: queue, table: table)
        return try queue.read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
        }
    }

    @Test func tableIsCreatedFromModel() throws {
        #expect(
            try schema(ImportTable()) == [
                """
                CREATE TABLE "repo" ("id" INTEGER NOT NULL, "owner" TEXT NOT NULL, "name" TEXT, \
                "stars" INTEGER NOT NULL)
                """
            ])
    }

    @Importable
    struct Coded: Codable, Equatable, FetchableRecord, TableRecord {
        var id: Int
        var name: String
        var note = "none"
        enum CodingKeys: String, CodingKey { case id, name = "full.name" }
    }

    @Test func columnsHaveCodingKeys() throws {
        let queue = try DatabaseQueue()
        let models = records(#"[{"id":1,"full.name":"b","name":"c"}]"#, of: Coded.self)
        try models.write(to: queue)
        #expect(try queue.read { try Coded.fetchAll($0) } == [Coded(id: 1, name: "b")])
    }

    @Importable
    struct Host: Codable, Equatable, FetchableRecord, TableRecord {
        @Key(from: .memberName) var name: String
        @Key(from: .enclosing("run")) var run: Int?
        var isOpen = false
    }

    @Test func valuesAroundRecordsHaveColumns() throws {
        let queue = try DatabaseQueue()
        let text = #"{"run":7,"hosts":{"b":{"isOpen":true},"a":{},"b":{}}}"#
        let hosts = StreamImporter.objects(of: Host.self, from: text, at: "hosts.*")
        try hosts.write(to: queue, table: ImportTable(primaryKey: ["name"], conflict: .replace))
        #expect(
            try queue.read { try Host.order(sql: "name").fetchAll($0) } == [
                Host(name: "a", run: 7), Host(name: "b", run: 7),
            ])
    }

    @Test func primaryKeyAndIndicesAreDeclaredAsRequested() throws {
        #expect(
            try schema(ImportTable("repos", primaryKey: ["id"], indices: [["stars"], ["owner", "name"]])) == [
                """
                CREATE TABLE "repos" ("id" INTEGER PRIMARY KEY NOT NULL, "owner" TEXT NOT NULL, "name" TEXT, \
                "stars" INTEGER NOT NULL)
                """,
                #"CREATE INDEX "index_repos_on_stars" ON "repos" ("stars")"#,
                #"CREATE INDEX "index_repos_on_owner_name" ON "repos" ("owner", "name")"#,
            ])
        #expect(
            try schema(ImportTable(primaryKey: ["owner", "name"])) == [
                """
                CREATE TABLE "repo" ("id" INTEGER NOT NULL, "owner" TEXT NOT NULL, "name" TEXT, \
                "stars" INTEGER NOT NULL, PRIMARY KEY ("owner", "name"))
                """
            ])
    }

    @Test func indicesAreCreated() throws {
        let queue = try DatabaseQueue()
        let table = ImportTable(indices: [["stars"], ["owner", "name"]])
        try records(Self.text, of: Repo.self).write(to: queue, table: table)
        let indices = try queue.read { try $0.indexes(on: "repo") }
        #expect(Set(indices.map(\.columns)) == [["stars"], ["owner", "name"]])
        #expect(
            try queue.lines("SELECT name FROM pragma_index_list('repo') ORDER BY name")
                == [#""index_repo_on_owner_name""#, #""index_repo_on_stars""#])
    }

    // MARK: - Names

    @Importable
    struct HTTPRequest {
        var id: Int
    }

    @Importable
    struct TOEFL {
        var id: Int
    }

    @Importable
    struct Page<Content: Importable> {
        var content: Content
    }

    @Importable
    struct Named: TableRecord {
        static var databaseTableName: String { "a table" }
        var id: Int
    }

    @Test func tableNamesMatchGRDB() throws {
        func names<Model: Importable>(_ text: String, _ model: Model.Type) throws -> [String] {
            let queue = try DatabaseQueue()
            try records(text, of: Model.self).write(to: queue)
            return try queue.lines("SELECT name FROM sqlite_schema")
        }
        #expect(try names(#"{"id":1}"#, HTTPRequest.self) == [#""httpRequest""#])
        #expect(try names(#"{"id":1}"#, TOEFL.self) == [#""toefl""#])
        #expect(try names(#"{"content":1}"#, Page<Int>.self) == [#""page""#])
        #expect(try names(#"{"id":1}"#, Named.self) == [#""a table""#])
    }

    @Importable
    struct Keywords {
        var select: Int
        var order: String
        var `default`: Bool
    }

    /// A model with a property name that is possible only in a plan that is written by hand.
    struct Quoted: Importable {
        var value: Int

        static let importPlan = ImportPlan(Quoted.self) { fields in
            let value = fields.required(#"a "quoted"; name"#, Int.self)
            return ModelOperations(
                make: { draft in Quoted(value: draft[value]) }, update: { _, old in old },
                decompose: { quoted, values in values.add(quoted.value, value) }, properties: { [:] })
        }
    }

    @Test(arguments: ["group", "a b", #"a "b""#, #""; DROP TABLE x"#, "ü's", "a.b"])
    func anyTableNameIsAccepted(_ name: String) throws {
        let queue = try DatabaseQueue()
        let table = ImportTable(
            name, primaryKey: ["select"], indices: [["order", "default"]], conflict: .upsert, batchSize: 1)
        for order in ["x", "y"] {
            let text =
                #"[{"select":1,"order":"\#(order)","default":true},{"select":2,"order":"z","default":false}]"#
            try records(text, of: Keywords.self).write(to: queue, table: table)
        }
        let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
        #expect(try queue.lines("SELECT * FROM \(quoted)") == [#"1 "y" 1"#, #"2 "z" 0"#])
    }

    @Test func anyPropertyNameIsAccepted() throws {
        let queue = try DatabaseQueue()
        let text = #"{"a \"quoted\"; name":1}"#
        for _ in 0..<2 { try records(text, of: Quoted.self).write(to: queue) }
        #expect(try queue.lines("SELECT * FROM quoted") == ["1", "1"])
    }

    // MARK: - Existing tables

    @Test func existingTableIsUsedUnchanged() throws {
        let queue = try DatabaseQueue()
        try queue.write {
            try $0.execute(
                sql: "CREATE TABLE Repo (STARS, more DEFAULT 'm', name, id TEXT, owner, PRIMARY KEY (id))")
        }
        let table = ImportTable(indices: [["stars"]], conflict: .upsert)
        for _ in 0..<2 { try records(Self.text, of: Repo.self).write(to: queue, table: table) }
        #expect(try queue.lines("SELECT * FROM repo") == [#"3 "m" "b" "1" "a""#])
        #expect(try queue.read { try $0.indexes(on: "repo") }.count == 1)
    }

    @Test(arguments: [
        ("id, stars", #"columns "owner", "name"; add the columns"#),
        ("id, owner, stars", #"column "name"; add the column"#),
    ])
    func existingTableWithoutColumnsIsError(columns: String, missing: String) throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: "CREATE TABLE repo (\(columns))") }
        #expect(
            errorMessage { try records(Self.text, of: Repo.self).write(to: queue) } == """
                the table "repo" lacks the \(missing) with ALTER TABLE, or write to another table
                """)
    }

    @Test func keyOrIndexOfUnknownColumnIsError() throws {
        for table in [ImportTable(primaryKey: ["uid"]), ImportTable(indices: [["id"], ["stars", "uid"]])] {
            #expect(
                errorMessage {
                    try records(Self.text, of: Repo.self).write(to: DatabaseQueue(), table: table)
                }
                    == """
                    unknown column "uid" of Repo in the primary key or an index; use the names of columns: id, owner, \
                    name, stars
                    """)
        }
    }

    @Test(arguments: [0, -1])
    func batchSizeBelowOneIsError(size: Int) {
        #expect(
            errorMessage {
                try records(Self.text, of: Repo.self)
                    .write(to: DatabaseQueue(), table: ImportTable(batchSize: size))
            } == "batchSize must be at least 1, found \(size)")
    }
}
