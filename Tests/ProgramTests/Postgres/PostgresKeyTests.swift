import Foundation
import TestSupport
import Testing

extension PostgresTests {
    /// `import --key`: a record replaces the values of the row with the same key.
    @Suite struct KeyTests {
        /// A record with a key, and its other members: text, null, or missing.
        private struct Record {
            let id: Int
            let members: [String: String?]

            var line: String {
                let texts = members.sorted { $0.key < $1.key }.map {
                    ",\"\($0.key)\":\($0.value?.jsonText ?? "null")"
                }
                return "{\"id\":\(id)\(texts.joined())}"
            }
        }

        private static let columns = ["a", "b"]

        private static func records(_ count: Int, keys: Int, seed: UInt64) -> [Record] {
            var random = Random(seed: TestTier.seed &+ seed)
            return (0..<count).map { number in
                var members: [String: String?] = [:]
                for column in columns where Int.random(in: 0..<3, using: &random) > 0 {
                    members[column] =
                        .some(Int.random(in: 0..<5, using: &random) > 0 ? "\(column)\(number)" : nil)
                }
                return Record(id: Int.random(in: 0..<keys, using: &random), members: members)
            }
        }

        /// Returns the rows that the records leave, in the order of their keys.
        ///
        /// - Parameter keepsMissing: whether a member that is missing in a record keeps the value of the row.
        private static func rows(_ records: [Record], keepsMissing: Bool) -> [String] {
            var rows: [Int: [String: String?]] = [:]
            for record in records {
                let old = keepsMissing ? rows[record.id] ?? [:] : [:]
                rows[record.id] = old.merging(record.members) { $1 }
            }
            return rows.sorted { $0.key < $1.key }.map { id, members in
                ([String?(String(id))] + columns.map { members[$0] ?? nil }).joined
            }
        }

        private static let batches = [1, 7, 100, 20_000]

        @Test(arguments: TestTier.sample(batches, count: 2), [false, true])
        func lastRecordOfKeyWins(batch: Int, isUsersTable: Bool) throws {
            let count = min(TestTier.count(600, full: 3_000), TestTier.count(40, full: 400) * batch)
            let records = Self.records(count, keys: count / 10, seed: UInt64(batch))
            let text = records.map(\.line).joined(separator: "\n")
            let workspace = try PostgresWorkspace(["dump": text, "copy": text])
            if isUsersTable {
                try workspace.query(
                    "CREATE TABLE dump (id bigint PRIMARY KEY, a text, b text, own text DEFAULT 'mine')")
            }
            let expected = Self.rows(records, keepsMissing: isUsersTable)
            let rows = "SELECT id, a, b FROM dump ORDER BY id"
            let outcome = try workspace.run("dump --key id --batch \(batch)")
            #expect(outcome.status == 0 && outcome.messages == "", "\(outcome)")
            #expect(try workspace.rows(rows) == expected)
            // A second run has nothing to do, and the same records from another file change nothing.
            #expect(try workspace.run("dump --key id --batch \(batch)").output.contains("already imported"))
            #expect(try workspace.run("copy --table dump --key id --batch \(batch)").status == 0)
            let again = Self.rows(records + records, keepsMissing: isUsersTable)
            #expect(try workspace.rows(rows) == again)
            if isUsersTable {
                #expect(try workspace.rows("SELECT DISTINCT own FROM dump") == ["mine"])
            }
        }

        @Test(arguments: TestTier.sample(batches, count: 2))
        func changedRecordsUpdateTheirRows(batch: Int) throws {
            let workspace = try PostgresWorkspace(["dump": #"{"id":"x","v":1}"# + "\n" + #"{"id":"y","v":2}"#]
            )
            #expect(try workspace.run("dump --key id").status == 0)
            try workspace.write(#"{"id":"z","v":0.5}"# + "\n" + #"{"id":"y","v":"new"}"#, to: "dump")
            let outcome = try workspace.run("dump --key id --batch \(batch)")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try workspace.rows("SELECT * FROM dump ORDER BY id") == ["x, 1", "y, new", "z, 0.5"])
        }

        @Test func compositeKeyIsPrimaryKey() throws {
            let lines = [
                #"{"a":1,"b":"x","v":1}"#, #"{"a":1,"b":"y","v":2}"#, #"{"b":"x","a":1,"v":3}"#,
            ]
            let workspace = try PostgresWorkspace(["dump": lines.joined(separator: "\n")])
            #expect(try workspace.run("dump --key b,a").status == 0)
            #expect(try workspace.rows("SELECT a, b, v FROM dump ORDER BY v") == ["1, y, 2", "1, x, 3"])
            let key = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'dump'::regclass"
            #expect(try workspace.rows(key + " AND contype = 'p'") == ["PRIMARY KEY (b, a)"])
        }

        @Test(arguments: TestTier.sample(batches, count: 2))
        func recordWithoutKeyIsRejected(batch: Int) throws {
            let lines = [#"{"id":1}"#, #"{"x":5}"#, #"{"id":null}"#, #"{"id":2}"#]
            let workspace = try PostgresWorkspace(["dump": lines.joined(separator: "\n")])
            let outcome = try workspace.run("dump --key id --rejects bad --batch \(batch)")
            #expect(outcome.status == 2)
            #expect(try workspace.rejects("bad").map(\.record) == [2, 3])
            #expect(try workspace.rows("SELECT id FROM dump ORDER BY id") == ["1", "2"])
        }

        @Test func tableWithoutUniqueIndexIsUsageError() throws {
            let workspace = try PostgresWorkspace(["dump": #"{"id":1}"#])
            try workspace.query("CREATE TABLE dump (id bigint)")
            let outcome = try workspace.run("dump --key id")
            #expect(outcome.status == 64)
            #expect(outcome.messages.contains("CREATE UNIQUE INDEX"), "\(outcome)")
            #expect(try workspace.rows("TABLE dump") == [])
        }
    }
}
