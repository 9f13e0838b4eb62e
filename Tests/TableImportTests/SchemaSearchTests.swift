import Foundation
import GRDBSQLite
import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// The schema of records is that of the table that an import without a schema creates.
@Suite struct SchemaSearchTests {
    private typealias Change = (inout TableImportOptions) -> Void

    /// Imports dumps with and without the schema of their records. Requires the same table, and the same rejected records.
    @discardableResult
    private func expectSameTable(
        of dumps: [String], limits: [Int32: Int32] = [:], comment: Comment? = nil,
        _ change: Change = { _ in }
    ) throws -> TableSchema {
        let (without, with) = (try Workspace(limits: limits), try Workspace(limits: limits))
        let names = dumps.indices.map { "\($0).json" }
        for (name, dump) in zip(names, dumps) {
            try without.write(dump, to: name)
            try with.write(dump, to: name)
        }
        let schema = try with.schema(of: names, change)
        let decoded = try JSONDecoder().decode(TableSchema.self, from: try JSONEncoder().encode(schema))
        #expect(decoded == schema, comment)
        for name in names {
            let expected = without.run(of: name, change)
            let result = with.run(of: name) {
                change(&$0)
                ($0.columns, $0.flattens, $0.schema) = (nil, false, schema)
            }
            #expect(expected.errorDescription == "" && result.errorDescription == "", comment)
            #expect(result.rows == expected.rows && result.rejected == expected.rejected, comment)
        }
        let rows = try with.rows("SELECT * FROM t ORDER BY rowid")
        if let sql = try without.rows(Self.definition).first {
            #expect(try with.rows(Self.definition) == [sql], comment)
            let expected = try without.rows("SELECT * FROM t ORDER BY rowid")
            // The order of rows with a key is not that of the records if the key column has been an integer key.
            #expect(schema.keys.isEmpty ? rows == expected : Set(rows) == Set(expected), comment)
            #expect(rows.count == expected.count, comment)
        } else {
            // Without rows, an import creates a table only with a schema.
            #expect(rows.isEmpty, comment)
        }
        #expect(try with.isIntact(), comment)
        return schema
    }

    private static let definition = "SELECT sql FROM sqlite_master WHERE name = 't'"

    private static func lines(_ records: [String]) -> String { records.map { $0 + "\n" }.joined() }

    private static let values = [
        "null", "true", "1", "9007199254740993", "1.0", "0.5", "\"a\"", "\"1\"", "[1]", "{\"x\":1}", "{}",
        "9223372036854775808", "1e400",
    ]

    @Test(arguments: [false, true], [[], ["id"]])
    func schemaOfMixedKindsEqualsTable(flattens: Bool, keys: [String]) throws {
        let triples = TestTier.sample(
            Self.values.flatMap { first in
                Self.values.flatMap { second in ["null", "2", "\"b\""].map { [first, second, $0] } }
            }, count: 60)
        let records = (0..<3).map { record in
            let members = triples.enumerated().map { "\"k\($0)\":\($1[record])" }
            return "{\"id\":\(record),\(members.joined(separator: ","))}"
        }
        let change = { (options: inout TableImportOptions) in
            (options.flattens, options.keys) = (flattens, keys)
        }
        try expectSameTable(of: [Self.lines(records)], change)
        try expectSameTable(of: records, change)
        try expectSameTable(of: ["[\(records.reversed().joined(separator: ","))]"], change)
    }

    @Test func schemaKeepsNamesOrderAndPaths() throws {
        let schema = try expectSameTable(
            of: [
                #"[{"id":1,"ID":2,"o":{"b":null,"a":{"c":1}}},{"o_a_c":5,"n":null}]"#,
                #"[{"o":{"A":"x"},"n":{"m":1},"é":[]},{"\u0000":1,"o":null}]"#,
            ]) { $0.flattens = true }
        #expect(
            schema.columns.map { "\($0): \($0.path)" } == [
                #"id INTEGER: ["id"]"#, #"ID_2 INTEGER: ["ID"]"#, #"o_a_c INTEGER: ["o", "a", "c"]"#,
                #"o_a_c_2 INTEGER: ["o_a_c"]"#, #"o_b: ["o", "b"]"#, #"n: ["n"]"#, #"o_A TEXT: ["o", "A"]"#,
                #"n_m INTEGER: ["n", "m"]"#, #"é TEXT: ["é"]"#, "\u{FFFD} INTEGER: [\"\\0\"]",
            ])
    }

    @Test func projectionIgnoresOtherMembers() throws {
        let dump = #"[{"x":{"y":1},"id":1,"a":"b"},{"z":[2],"a":7,"id":2},{"o":{"p":1,"q":2}}]"#
        let schema = try expectSameTable(of: [dump]) {
            $0.columns = ["a", "id", "none", "o_p"]
            $0.flattens = true
        }
        #expect(schema.ignoresUnknownKeys && schema.rest == nil)
        #expect(schema.columns.map(\.description) == ["a", "id INTEGER", "none", "o_p INTEGER"])
        let other = try expectSameTable(of: [dump]) {
            $0.columns = ["a", "id"]
            $0.rest = "rest"
        }
        #expect(!other.ignoresUnknownKeys && other.rest == "rest")
        try expectSameTable(of: [#"{"id":1}"#, #"{"ID":2}"#]) { $0.columns = ["id", "ID"] }
    }

    @Test func schemaHasRestColumnThatNoRecordNeeds() throws {
        let workspace = try Workspace(#"{"a":1,"REST":2}"#)
        let schema = try workspace.schema { $0.rest = "rest" }
        #expect(
            schema.columns.map { "\($0): \($0.path)" } == [
                #"a INTEGER: ["a"]"#, #"REST_2 INTEGER: ["REST"]"#, "rest TEXT: []",
            ])
        try workspace.write(#"{"a":"x","b":null}"#)
        #expect(workspace.run { $0.schema = schema }.errorDescription == "")
        #expect(try workspace.lines() == [#"NULL NULL '{"a":"x","b":null}'"#])
    }

    @Test(arguments: [1, 10])
    func recordsBeyondColumnLimitAreRejectedAgain(batchSize: Int) throws {
        let record = { (keys: Range<Int>) in
            "{" + keys.map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        }
        let dump = Self.lines([record(0..<30), record(28..<60), record(29..<40), "{\"k50\":\"x\"}"])
        let limits = [SQLITE_LIMIT_COLUMN: 40 as Int32]
        try expectSameTable(of: [dump], limits: limits) {
            $0.batchSize = batchSize
            $0.readOptions.errorPolicy = .skip()
        }
        let schema = try expectSameTable(of: [dump], limits: limits) {
            $0.batchSize = batchSize
            $0.rest = "rest"
        }
        #expect(schema.columns.count == 40)
    }

    /// An import of a part stored an object of a rejected record as JSON, without reading its members.
    @Test(arguments: [#"{"b":"\ud800"}"#, #"{"b":{"\ud800":1}}"#, #"{"b":{"c":["\ud800"]}}"#, #"{"b":1}"#])
    func partRejectsRecordsThatWholeRejects(value: String) throws {
        let records = [#"{"id":1,"a":"x","c":"y"}"#, #"{"id":2,"a":\#(value)}"#, #"{"id":3,"n":\#(value)}"#]
        let changes: [Change] = [
            { _ in }, { $0.keys = ["a"] }, { $0.columns = ["id", "a"] },
            { $0.columns = ["id", "a_b"] }, { $0.columns = ["id", "a_b_c", "n_b"] },
            { ($0.columns, $0.rest) = (["id"], "rest") },
        ]
        for (number, change) in changes.enumerated() {
            for flattens in [false, true] {
                try expectSameTable(
                    of: [Self.lines(records)], comment: "options \(number), flattens: \(flattens)"
                ) {
                    change(&$0)
                    ($0.flattens, $0.readOptions.errorPolicy) = (flattens, .skip())
                }
            }
        }
        let workspace = try Workspace(Self.lines(records))
        let change = { (options: inout TableImportOptions) in
            (options.rest, options.flattens, options.readOptions.errorPolicy) = ("rest", true, .skip())
        }
        let schema = try workspace.schema(change)
        let rejected = workspace.run {
            ($0.table, $0.schema, $0.readOptions.errorPolicy) = ("part", schema, .skip())
        }.rejected
        // An array is one value, whose strings are not read.
        #expect(rejected == (value.contains("[") || !value.contains("ud800") ? 0 : 2))
        #expect(try Workspace(Self.lines(records)).run(change).rejected == rejected)
    }

    // MARK: - Samples

    @Test func sampleIsTakenOfEachInput() throws {
        let workspace = try Workspace()
        try workspace.write(#"[{"a":1,"n":null},{"a":"x","b":2}]"#, to: "1.json")
        try workspace.write("{\"c\":0.5}\n{\"a\":0.5}\n", to: "2.json")
        let names = ["1.json", "2.json"]
        let sample = try workspace.schema(of: names) { $0.maximumRecordCount = 1 }
        #expect(sample.columns.map(\.description) == ["a INTEGER", "n", "c REAL"])
        let all = try workspace.schema(of: names)
        #expect(all.columns.map(\.description) == ["a", "n", "b INTEGER", "c REAL"])
    }

    @Test func rejectedRecordsDoNotCount() throws {
        let workspace = try Workspace("{\"a\":1}\n{\"b\":\n{\"a\":2,\"c\":0.5}\n7\n")
        #expect(throws: ImportError.self) { try workspace.schema { $0.readOptions.format = .lines } }
        let rejected = CallbackLog<Int>()
        let schema = try workspace.schema {
            $0.readOptions.format = .lines
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { rejected.add($0.number) }
        }
        #expect(schema.columns.map(\.description) == ["a INTEGER", "c REAL"] && rejected.all == [2, 4])
    }

    @Test func keysAreNamesOfColumns() throws {
        let workspace = try Workspace(#"[{"ID":1,"id":"x","o":{"id":2}}]"#)
        let schema = try workspace.schema {
            $0.keys = ["id", "o_id"]
            $0.flattens = true
        }
        #expect(schema.columns.map(\.name) == ["ID_2", "id", "o_id"] && schema.keys == ["id", "o_id"])
    }

    // MARK: - Errors

    @Test(
        arguments: [
            (
                "[]", [],
                "expected a record with a key, found none, so there is no schema; make the schema from inputs with records"
            ),
            ("[{},{}]", [], "expected a record with a key, found only empty objects"),
            ("[]", ["id"], "expected a record with a key, found none"),
            (#"[{"a":1}]"#, ["id"], "--key id: unknown column; the columns are a"),
        ] as [(String, [String], String)])
    func inputWithoutSchemaIsError(dump: String, keys: [String], message: String) throws {
        let workspace = try Workspace(dump)
        let error = #expect(throws: (any Error).self) { try workspace.schema { $0.keys = keys } }
        #expect(error.map { "\($0)" }?.contains(message) == true)
    }

    @Test func expandedArrayIsError() throws {
        let workspace = try Workspace(#"{"id":1,"a":[]}"#)
        let error = #expect(throws: TableImportError.self) {
            try workspace.schema {
                $0.keys = ["id"]
                $0.expandedArrays = [ExpandedArray(path: ["a"])]
            }
        }
        #expect(
            error?.message
                == "--expand cannot be combined with a schema, which fixes the columns of the table")
    }

    @Test func interruptedSearchThrows() throws {
        let workspace = try Workspace(numberedLines(1...30))
        let stop = InterruptFlag()
        stop.request()
        let dump = workspace.dump
        let input = TableInput(name: "dump", file: nil) { RecordInput(InputOrigin(.file(dump)), options: $0) }
        #expect(throws: Interrupted.self) {
            try TableSchema(of: [input], options: TableImportOptions(table: "t"), interruptFlag: stop)
        }
    }

    // MARK: - Random records

    /// Records with keys that occur again, nested objects, and values of all kinds.
    private struct RandomRecords {
        var random: Random

        mutating func dump(isArray: Bool) -> String {
            let records = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                Int.random(in: 0..<15, using: &random) == 0 ? "7" : object(depth: 0)
            }
            return isArray ? "[\(records.joined(separator: ","))]" : SchemaSearchTests.lines(records)
        }

        private mutating func object(depth: Int) -> String {
            let keys = ["id", "a", "b", "A", "c", "a_b", "d"]
            let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                let key = keys[Int.random(in: keys.indices, using: &random)]
                return "\"\(key)\":\(value(depth: depth))"
            }
            return "{\(members.joined(separator: ","))}"
        }

        private mutating func value(depth: Int) -> String {
            if depth < 3, Int.random(in: 0..<4, using: &random) == 0 { return object(depth: depth + 1) }
            return scalar()
        }

        /// Returns a value other than an object with members.
        private mutating func scalar() -> String {
            let values = SchemaSearchTests.values.filter { !$0.contains("x") }
            return values[Int.random(in: values.indices, using: &random)]
        }
    }

    @Test func importWithSchemaOfRandomRecordsEqualsImportWithout() throws {
        let count = TestTier.count(24, full: 150)
        var (types, rejectedCount, errorCount) = (Set<String>(), 0, 0)
        for seed in 1...UInt64(count) {
            var records = RandomRecords(random: Random(seed: seed))
            let isArray = Bool.random(using: &records.random)
            let dumps = (0..<Int.random(in: 1...3, using: &records.random)).map { _ in
                records.dump(isArray: isArray)
            }
            let (hasKeys, hasColumns) = (seed % 4 == 0, seed % 5 == 0)
            let flattens = Bool.random(using: &records.random)
            let batchSize = Int.random(in: 1...20, using: &records.random)
            do {
                let schema = try expectSameTable(of: dumps, comment: "seed \(seed)") {
                    $0.readOptions.format = isArray ? .json : .lines
                    $0.readOptions.errorPolicy = .skip()
                    $0.flattens = flattens
                    $0.batchSize = batchSize
                    $0.onRejected = { _ in rejectedCount += 1 }
                    if hasKeys { $0.keys = ["id"] }
                    if hasColumns { $0.columns = ["id", "a", "c_d", "a_b"] }
                }
                types.formUnion(schema.columns.map(\.type.rawValue))
            } catch let error as TableImportError {
                // No record has a key, or a value for the key column.
                errorCount += 1
                let messages = ["found only empty objects", "found none", "--key id: unknown column"]
                #expect(messages.contains { error.message.contains($0) }, "seed \(seed)")
            }
        }
        #expect(types.isSuperset(of: ["", "BOOLEAN", "INTEGER", "REAL", "TEXT"]))
        #expect(rejectedCount > count && errorCount < count / 4)
    }

    /// With a rest column, a schema of the first records accepts all records, and without it exactly the records with nothing
    /// but null in the rest column.
    @Test func sampleWithRestColumnRejectsNothing() throws {
        let count = TestTier.count(15, full: 50)
        var (accepted, strict) = (0, 0)
        for seed in 1...UInt64(count) {
            let rows = try expectSampleAcceptsAll(seed: seed)
            accepted += rows.accepted
            strict += rows.strict
        }
        #expect(strict > count && accepted > strict + count)
    }

    /// Returns the numbers of rows with and without a rest column.
    private func expectSampleAcceptsAll(seed: UInt64) throws -> (accepted: Int, strict: Int) {
        var records = RandomRecords(random: Random(seed: seed))
        // In the rest column, the member a_b of the record has the name of the member b of an object a.
        let dump = records.dump(isArray: false).replacing("\"a_b\"", with: "\"e\"")
        let flattens = Bool.random(using: &records.random)
        let (plain, with, without) = (try Workspace(dump), try Workspace(dump), try Workspace(dump))
        let change = { (options: inout TableImportOptions) in
            options.readOptions.format = .lines
            options.readOptions.errorPolicy = .skip()
        }
        let sample = try? with.schema {
            change(&$0)
            ($0.flattens, $0.rest, $0.maximumRecordCount) = (flattens, "rest", 4)
        }
        guard let sample, sample.columns.count > 1 else { return (0, 0) }
        let result = with.run {
            change(&$0)
            $0.schema = sample
        }
        let plainResult = plain.run(change)
        #expect(result.errorDescription == "" && result.rows == plainResult.rows, "seed \(seed)")
        let strict = try TableSchema(
            table: "t", columns: sample.columns.filter { !$0.path.isEmpty }, flattens: sample.flattens)
        let strictResult = without.run {
            change(&$0)
            $0.schema = strict
        }
        let names = strict.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let members = "SELECT * FROM json_each(rest) WHERE type <> 'null'"
        #expect(
            try without.rows()
                == with.rows("SELECT \(names) FROM t WHERE rest IS NULL OR NOT EXISTS (\(members))"),
            "seed \(seed)")
        return (result.rows, strictResult.rows)
    }
}
