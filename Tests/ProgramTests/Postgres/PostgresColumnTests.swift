import Foundation
import TestSupport
import Testing

extension PostgresTests {
    /// The columns of the table that an import creates, their types, and their cells.
    @Suite struct ColumnTests {
        /// The values of a column, and its type.
        static let columns: [(values: [String], type: String)] = [
            (["true", "false"], "boolean"),
            (["1", "-1"], "bigint"),
            (["9223372036854775807", "-9223372036854775808"], "bigint"),
            (["1.5", "0.1"], "double precision"),
            (["1.0"], "double precision"),
            (["1e300", "1.7976931348623157e308"], "double precision"),
            (["1", "1.5"], "double precision"),
            (["9007199254740991", "0.5"], "double precision"),
            (["9007199254740993", "0.5"], "numeric"),
            (["0.5", "-9007199254740993"], "numeric"),
            (["9223372036854775808"], "numeric"),
            (["1", "18446744073709551616"], "numeric"),
            (["0.1000000000000000055511151"], "numeric"),
            (["1", "0.1000000000000000055511151", "1e300"], "numeric"),
            (["1e400", "1"], "numeric"),
            (["\"a\"", "\"\""], "text"),
            (["\"1\"", "1"], "text"),
            (["true", "\"true\""], "text"),
            (["true", "1"], "text"),
            (["false", "1.5", "\"x\""], "text"),
            (["\"\\\\N\"", "\"a\\tb\\nc\"", "\"\\\\\""], "text"),
            (["[]", "{}"], "jsonb"),
            (["[1, 1.0, 1e300, 123456789012345678901234567890]"], "jsonb"),
            (["{\"b\": {\"a\": null}, \"\": \"\\\"\\\\\"}"], "jsonb"),
            (["1", "[]"], "jsonb"),
            (["\"x\"", "\"[]\"", "true", "1.5", "{}"], "jsonb"),
            (["null"], "text"),
        ]

        /// Returns the records with the values of ``columns``, and some of each value null or missing.
        private var table: ExpectedTable {
            var table = ExpectedTable()
            for number in 0..<15 {
                table.add(
                    Self.columns.enumerated().compactMap { index, column in
                        if number % 3 == 2 { return nil }
                        let value = number % 3 == 1 ? "null" : column.values[number / 3 % column.values.count]
                        return ("c\(index)", Self.sample(value))
                    })
            }
            return table
        }

        private static func sample(_ text: String) -> SampleValue {
            switch text.first {
            case "n": .null
            case "t", "f": SampleValue(.bool, text)
            case "[", "{": SampleValue(.json, text)
            case "\"":
                (try? JSONDecoder().decode(String.self, from: Data(text.utf8))).map(SampleValue.init(string:))
                    ?? .null
            default: SampleValue(numberKind(text), text)
            }
        }

        private static func numberKind(_ text: String) -> SampleValue.Kind {
            if let integer = Int(text) { return integer.magnitude <= 1 << 53 ? .integer : .longInteger }
            return Double(text).map { $0.isFinite } == true && text.contains(/[.e]/) && text.count < 24
                ? .double : .decimal
        }

        @Test(arguments: [1, 2, 4, 20_000])
        func typeFitsAllValuesOfColumn(batch: Int) throws {
            let table = table
            let workspace = try PostgresWorkspace(["dump": table.lines.joined(separator: "\n")])
            let outcome = try workspace.run("dump --batch \(batch)")
            #expect(outcome.status == 0 && outcome.messages == "")
            let types = try workspace.columns().map(\.type)
            #expect(types == ["bigint"] + Self.columns.map(\.type))
            let differences = try table.differences(from: "dump", of: workspace)
            #expect(differences == [])
        }

        /// Random dumps, in several shapes, are imported in batches of some records. Each cell and each type is compared with
        /// those that ``ExpectedTable`` computes, and the number of rows with that of an SQLite table.
        @Test(arguments: 0..<UInt64(TestTier.count(1, full: 20)))
        func randomDumpBecomesExpectedTable(number: UInt64) throws {
            let workspace = try PostgresWorkspace()
            var generator = RandomRecords(seed: TestTier.seed &+ number)
            var counts: [String: Int] = [:]
            for dump in 0..<TestTier.count(20, full: 50) {
                let table = generator.dump()
                let isArray = Bool.random(using: &generator.random)
                let batch = Int.random(in: 1...12, using: &generator.random)
                try workspace.write(
                    isArray
                        ? "[" + table.lines.joined(separator: ",\n") + "]"
                        : table.lines.joined(separator: "\n"),
                    to: "t\(dump)")
                let arguments = [
                    "--format", isArray ? "json" : "lines", "--batch", "\(batch)", "--threads",
                    Bool.random(using: &generator.random) ? "1" : "2",
                ]
                let outcome = try workspace.run("t\(dump)", arguments)
                let sqlite = try Program.run("import t\(dump) --into db", arguments, in: workspace.folder)
                #expect(outcome.status == 0 && sqlite.status == 0 && outcome.messages == "", "\(outcome)")
                #expect(
                    try workspace.rows("SELECT count(*) FROM t\(dump)")
                        == workspace.folder.rows("SELECT count(*) FROM t\(dump)"))
                let differences = try table.differences(from: "t\(dump)", of: workspace)
                #expect(
                    differences == [],
                    "\(TestTier.repetition), dump \(dump) of \(number), --batch \(batch)")
                for key in table.keys {
                    let kinds = table.values(of: key).map(\.kind)
                    let type = ExpectedTable.type(Set(kinds))
                    counts[type, default: 0] += 1
                    if ExpectedTable.type(Set(kinds.prefix(batch))) != type {
                        counts["changed", default: 0] += 1
                    }
                }
            }
            for type in ["boolean", "bigint", "double precision", "numeric", "text", "jsonb", "changed"] {
                #expect(counts[type, default: 0] >= TestTier.count(1, full: 3), "\(type): \(counts)")
            }
        }

        private static let keys = [
            "select", "from", "a b", "a\"b", "\"", "'", "`", "[a]", "", " ", "rowid", "oid", "ctid", "xmin",
            "xmax",
            "cmin", "cmax", "tableoid", "😀", "a.b", "a,b", ";", "--", "?1", ":a", "$1", "null", "1", "é",
            "\n", "\\",
            "%s", "pg_x", "Upper", String(repeating: "k", count: 63),
        ]

        @Test(arguments: TestTier.sample(keys, count: 6))
        func anyKeyBecomesColumn(key: String) throws {
            let text = "{KEY:1}\n{\"z\":2}\n{KEY:\"x\",\"z\":3}\n".replacing("KEY", with: key.jsonText)
            let workspace = try PostgresWorkspace(["dump": text])
            let outcome = try workspace.run("dump --batch 1")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try workspace.rows("TABLE dump") == ["1, NULL", "NULL, 2", "x, 3"])
            // The next import finds the column.
            try workspace.write("{\(key.jsonText):\"y\"}", to: "more")
            #expect(try workspace.run("more --table dump").status == 0)
            #expect(try workspace.rows("TABLE dump").last == "y, NULL")
        }

        @Test func keysThatDifferOnlyInCaseHaveColumnsOfTheirOwn() throws {
            let workspace = try PostgresWorkspace(["dump": #"{"id":1,"ID":2}"# + "\n" + #"{"Id":3,"ID":4}"#])
            #expect(try workspace.run("dump --batch 1").status == 0)
            #expect(try workspace.rows("TABLE dump") == ["1, 2, NULL", "NULL, 4, 3"])
        }

        @Test(arguments: ["a b", "select", "é", "x\"y", "t'", "Upper", String(repeating: "t", count: 63)])
        func anyTableNameIsAccepted(name: String) throws {
            let workspace = try PostgresWorkspace(["dump": "{\"a\":1}\n{\"a\":\"x\"}\n"])
            let outcome = try workspace.run("dump --batch 1 --index a --table", [name])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try workspace.rows("TABLE \(name.quoted)") == ["1", "x"])
        }

        /// PostgreSQL would shorten the name without an error.
        @Test func longTableNameIsError() throws {
            let workspace = try PostgresWorkspace(["dump": "{\"a\":1}\n"])
            let name = String(repeating: "t", count: 64)
            let outcome = try workspace.run("dump --table", [name])
            #expect(outcome.status == 64 && outcome.messages.contains("63"), "\(outcome)")
            #expect(try workspace.columns(of: String(name.dropLast())).isEmpty)
        }
    }
}
