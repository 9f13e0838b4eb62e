import Foundation
import GRDB
import StreamImport
import StreamImportGRDB
import Testing

/// The values in the rows.
@Suite struct RowTests {
    static let text = """
        {"id":1}
        {"id":2,"small":127,"long":9223372036854775807,"unsigned":9223372036854775807,"flag":true,"ratio":1e300,\
        "single":3.4e38,"price":12345678901234567890.123456789,"name":"a\\"b\\u00e9\\n😀 and more than fifteen bytes",\
        "link":"https://a.b/c?d=e#f","created":1398902400000,"seconds":1.5,\
        "uuid":"0fd3a8b6-54f6-4d2a-8b0c-6d3a1d0e7f11","bytes":"AAECAw==","level":2,"color":"green",\
        "key":"0fd3a8b6-54f6-4d2a-8b0c-6d3a1d0e7f12","o":{"w":{"n":{"e":{"r":{"login":{"name":"x"}}}}}},\
        "owners":{"list":[{"login":{"name":"y"},"name":"z","since":"/Date(1398902400123)/","data":"AAEC",\
        "link":"https://a.b","id":"0fd3a8b6-54f6-4d2a-8b0c-6d3a1d0e7f13","price":1.25,"isActive":false,"ratio":0.7,\
        "friends":[{"login":{"name":"q"}}]}]},"tags":["t","u"],"counts":{"a":1,"b":-2},\
        "moments":["2014-05-01T00:00:00.5Z","1999-12-31T23:59:59Z"],"maybe":[1,null,3],"fallback":null}
        {"id":3,"name":"","bytes":"","tags":[],"maybe":[],"owners":{"list":[]}}
        """

    @Test func fetchedRowsEqualModels() throws {
        try forEachDatabase { database in
            let samples = records(Self.text, of: Sample.self)
            let summary = try samples.write(to: database)
            #expect(summary.recordCount == 3)
            #expect(try database.read { try Sample.order(Column("id")).fetchAll($0) } == samples.collect())
        }
    }

    @Test func rowsMatchThoseInsertedByGRDB() throws {
        let queue = try DatabaseQueue()
        try records(Self.text, of: Sample.self).write(to: queue)
        let json = ["owner", "owners", "tags", "counts", "moments", "maybe"]
        try queue.write { database in
            let ours = try Row.fetchAll(database, sql: "SELECT * FROM sample ORDER BY id")
            try Sample.deleteAll(database)
            for sample in try records(Self.text, of: Sample.self).collect() { try sample.insert(database) }
            let theirs = try Row.fetchAll(database, sql: "SELECT * FROM sample ORDER BY id")
            for (our, their) in zip(ours, theirs) {
                // The order of the elements of `tags`, a set, is random.
                for (column, value) in their where column != "tags" {
                    let found = our[column] as DatabaseValue?
                    if json.contains(column), let text = String.fromDatabaseValue(value) {
                        #expect(try jsonObject(found) == jsonObject(text.databaseValue), "\(column)")
                    } else {
                        #expect(found == value, "\(column)")
                    }
                }
            }
        }
    }

    @Importable struct Message: Codable, Equatable, FetchableRecord, PersistableRecord {
        var id: Int
        var payload: JSONText
        var note: JSONText?
    }

    @Test func textIsStoredAsWritten() throws {
        let queue = try DatabaseQueue()
        let text = #"{"id":1,"payload":{ "b" : 1.0, "a":"\u00e9" }}{"id":2,"payload":null,"note":[ ]}"#
        try records(text, of: Message.self).write(to: queue)
        let rows = try queue.read {
            try Row.fetchAll($0, sql: "SELECT payload, note FROM message ORDER BY id")
        }
        #expect(rows.map { $0["payload"] as String? } == [#"{ "b" : 1.0, "a":"\u00e9" }"#, "null"])
        #expect(rows.map { $0["note"] as String? } == [nil, "[ ]"])
    }

    @Importable struct Document: Codable, Equatable, FetchableRecord, PersistableRecord {
        var id: Int
        var value: JSONValue
        var text: JSONText
        var otherValue: JSONValue?
        var otherText: JSONText?
    }

    /// JSON with a spelling that coders do not keep, and values that SQLite or a coder may take for others.
    static let values = [
        #"{ "b":1.0,"a":[1.50,{"c":null}],"é":"\u00e9"}"#, "{}", "[ ]", #"[true,1,"1",1e400]"#, #""a""#,
        #""""#, #""5""#, #""true""#, #""null""#, #""{}""#, #""a\"b\\c\u0000d""#, "0", "1", "-0", "1.50",
        "1e400", "1E+2", "123456789012345678901234567890123456789012345", "9223372036854775808", "true",
        "false", "null",
    ]

    @Test func jsonIsFetchedAsImportOrGRDBWroteIt() throws {
        let lines = Self.values.enumerated().map { id, json in
            #"{"id":\#(id),"value":\#(json),"text":\#(json),"otherValue":\#(json),"otherText":\#(json)}"#
        }
        let text = lines.joined(separator: "\n") + "\n" + #"{"id":100,"value":1,"text":1}"#
        let documents = records(text, of: Document.self)
        let expected = try documents.collect()
        #expect(expected.map(\.text.text) == Self.values + ["1"])
        try forEachDatabase { database in
            try documents.write(to: database, table: ImportTable(primaryKey: ["id"]))
            let fetchAll = { try database.read { try Document.order(Column("id")).fetchAll($0) } }
            #expect(try fetchAll() == expected)
            let texts = try database.lines("SELECT text, otherText FROM document ORDER BY id")
            try database.write { database in
                try Document.deleteAll(database)
                for document in expected { try document.insert(database) }
            }
            #expect(try fetchAll() == expected)
            #expect(try database.lines("SELECT text, otherText FROM document ORDER BY id") == texts)
        }
    }

    @Test func jsonOfOtherStorageClassesIsFetched() {
        let row: Row = ["integer": 5, "double": 1.5, "blob": Data("[1]".utf8), "null": nil]
        #expect(row["integer"] as JSONValue == .number("5"))
        #expect(row["double"] as JSONValue == .number("1.5"))
        #expect(row["blob"] as JSONValue == .array([.number("1")]))
        #expect((row["blob"] as JSONText).text == "[1]")
        #expect(row["null"] as JSONValue? == nil)
        #expect(row["null"] as JSONText? == nil)
        #expect(JSONValue.fromDatabaseValue("text".databaseValue) == nil)
        #expect(JSONText.fromDatabaseValue(Double.infinity.databaseValue) == nil)
    }

    @Test func equalJSONValuesHaveEqualDatabaseValues() throws {
        let members = (0..<20).map { "\"key\($0)\":1" }
        let value = try JSONValue(json: "{\(members.joined(separator: ","))}")
        let other = try JSONValue(json: "{\(members.reversed().joined(separator: ","))}")
        #expect(value.databaseValue == other.databaseValue)
    }

    @Test(arguments: ["nan", "1, 2", "", "01"])
    func invalidNumberIsStoredAsTextThatCannotBeFetched(number: String) {
        let stored = JSONValue.array([.number(number)]).databaseValue
        #expect(!stored.isNull)
        #expect(JSONValue.fromDatabaseValue(stored) == nil)
    }

    /// A value that GRDB reads with its decoder of columns.
    struct Wrapped: Codable {
        var value: JSONValue

        init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    struct WrappedRecord: Codable, FetchableRecord {
        var json: Wrapped
    }

    @Test func columnDecoderReadsJSON() throws {
        for json in [#"{"a":1}"#, "[1]", "[]", #""a""#, "0", "1", "5", "true", "1.5"] {
            let record = try WrappedRecord(row: ["json": json])
            #expect(record.json.value == (try JSONValue(json: json)), "\(json)")
        }
        #expect(throws: (any Error).self) { try WrappedRecord(row: ["json": "a"]) }
    }

    private func jsonObject(_ value: DatabaseValue?) throws -> NSObject? {
        let text = value.flatMap { String.fromDatabaseValue($0) } ?? ""
        return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject
    }

    @Test func valuesHaveExpectedStorageClasses() throws {
        let queue = try DatabaseQueue()
        try records(Self.text, of: Sample.self).write(to: queue)
        #expect(
            try queue.lines(
                """
                SELECT typeof(id), typeof(flag), typeof(ratio), typeof(single), typeof(price), typeof(name), typeof(link),
                typeof(created), typeof(seconds), typeof(uuid), typeof(bytes), typeof(level), typeof(color), typeof(key),
                typeof(owner), typeof(tags), typeof(fallback) FROM sample WHERE id = 2
                """
            ) == [
                #""integer" "integer" "real" "real" "text" "text" "text" "text" "real" "blob" "blob" "integer" "text" "#
                    + #""blob" "text" "text" "null""#
            ])
    }

    @Test func nestedJSONUsesPropertyNamesAsKeys() throws {
        let queue = try DatabaseQueue()
        try records(Self.text, of: Sample.self).write(to: queue)
        #expect(
            try queue.read { try String.fetchOne($0, sql: "SELECT owners FROM sample WHERE id = 2") }
                == """
                [{"name":"y","nick":"z","since":1398902400123,"data":"AAEC","link":"https:\\/\\/a.b",\
                "id":"0FD3A8B6-54F6-4D2A-8B0C-6D3A1D0E7F13","price":1.25,"friends":[{"name":"q","isActive":true,"ratio":0.3}],"isActive":false,"ratio":0.7}]
                """.replacing("\\/", with: "/"))
    }

    // MARK: - Other models

    @Importable
    class Animal: Codable, FetchableRecord {
        var name: String
        var legs = 4

        init(name: String) { self.name = name }
        required init(row: Row) throws {
            name = row["name"]
            legs = row["legs"]
        }
    }

    @Importable
    final class Dog: Animal {
        let breed: String?

        init(name: String, breed: String?) {
            self.breed = breed
            super.init(name: name)
        }
        required init(row: Row) throws {
            breed = row["breed"]
            try super.init(row: row)
        }
        required init(from decoder: any Decoder) throws {
            breed = nil
            try super.init(from: decoder)
        }
    }

    @Test func propertiesOfTheSuperclassAreColumns() throws {
        let queue = try DatabaseQueue()
        try records(#"[{"name":"a","breed":"b"},{"name":"c","legs":3}]"#, of: Dog.self).write(to: queue)
        let dogs = try queue.read { try Dog.fetchAll($0, sql: "SELECT * FROM dog") }
        #expect(dogs.map(\.name) == ["a", "c"])
        #expect(dogs.map(\.legs) == [4, 3])
        #expect(dogs.map(\.breed) == ["b", nil])
    }

    @Importable
    struct Loose {
        var value: JSONValue
        var other: JSONValue?
        var any: Any
        var ignored: SkippedValue?
        @Extras var extras: [String: JSONValue]
    }

    @Test func untypedValuesAreStoredAsJSON() throws {
        let queue = try DatabaseQueue()
        let text = """
            {"value":null,"other":null,"any":1.5,"ignored":[]}
            {"value":"a","other":"b","any":{"c":[true]},"d":1.50}
            """
        try records(text, of: Loose.self).write(to: queue)
        #expect(
            try queue.lines("SELECT * FROM loose") == [
                #""null" NULL "1.5" "{}""#, #""\"a\"" "\"b\"" "{\"c\":[true]}" "{\"d\":1.50}""#,
            ])
    }

    struct Celsius: ImportableScalar {
        var degrees: Double
        init(_ token: borrowing ImportToken) throws { degrees = try Double(token) }
        func exported(dates: DateStrategy) -> ExportedScalar { .number("\(degrees)") }
    }

    @Importable
    struct Weather {
        var low: Celsius
        var high: Celsius?
    }

    @Test func customScalarIsStoredAsExportedValue() throws {
        let queue = try DatabaseQueue()
        try records(#"[{"low":-1.5},{"low":12,"high":15}]"#, of: Weather.self).write(to: queue)
        #expect(try queue.lines("SELECT * FROM weather") == [#""-1.5" NULL"#, #""12.0" "15.0""#])
    }
}
