import Foundation
import TestSupport
import Testing

extension PostgresTests {
    /// Records that the server cannot store, or that break a constraint of the table.
    @Suite struct RejectTests {
        /// Members with a value, a key or a number that PostgreSQL cannot store.
        static let members = [
            #""a":"x\u0000y""#, #""a":["\u0000"]"#, #""a":{"b":{"c":"\u0000"}}"#, #""a":{"\u0000":1}"#,
            "\"\(String(repeating: "k", count: 64))\":1", "\"\(String(repeating: "é", count: 32))\":1",
            #""a":1e200000"#, #""a":-1e200000"#, #""a":1e-200000"#, #""a":[1e200000]"#,
            #""a":{"b":1e200000}"#,
        ]

        private static let batches = [1, 20_000]

        @Test(arguments: TestTier.sample(members, count: 4), batches)
        func valueThatCannotBeStoredRejectsItsRecordOnly(member: String, batch: Int) throws {
            // A column of texts stores each number.
            let isNumber = member.contains(/:-?1e/)
            let texts = isNumber ? [] : [["\"x\"", "[]"]]
            for values in [["1", "2"], ["1.5", "1e400"]] + texts {
                let lines = [
                    "{\"n\":1,\"a\":\(values[0])}", "{\"n\":2,\(member)}", "{\"n\":3,\"a\":\(values[1])}",
                    "{\"n\":4}",
                ]
                let workspace = try PostgresWorkspace(["dump": lines.joined(separator: "\n")])
                let outcome = try workspace.run("dump --rejects bad --batch \(batch)")
                #expect(outcome.status == 2 && outcome.output.contains("1 record rejected"), "\(outcome)")
                #expect(try workspace.rows("SELECT n FROM dump ORDER BY n") == ["1", "3", "4"])
                #expect(try workspace.columns().map(\.name) == ["n", "a"])
                let rejects = try workspace.rejects("bad")
                #expect(rejects.map(\.record) == [2] && rejects[0].text == lines[1])
            }
        }

        @Test(arguments: TestTier.sample(members, count: 4))
        func valueThatCannotBeStoredIsNamedInError(member: String) throws {
            for batch in Self.batches {
                let workspace = try PostgresWorkspace(["dump": "{\"n\":1}\n{\"n\":2,\(member)}\n{\"n\":3}\n"])
                let outcome = try workspace.run("dump --batch \(batch)")
                #expect(outcome.status == 65)
                #expect(
                    outcome.messages.hasPrefix("dump, record 2: the table dump rejected the row: "),
                    "\(outcome)")
                #expect((outcome.messages + outcome.output).contains("--on-error skip"), "\(outcome)")
                #expect(try workspace.rows("SELECT n FROM dump") == ["1"])
                // The import resumes at the record.
                #expect(try workspace.run("dump --on-error skip").status == 2)
                #expect(try workspace.rows("SELECT n FROM dump ORDER BY n") == ["1", "3"])
            }
        }

        @Test func longKeyInNestedObjectIsStored() throws {
            let key = String(repeating: "k", count: 100)
            let workspace = try PostgresWorkspace(["dump": "{\"a\":{\"\(key)\":1}}"])
            #expect(try workspace.run("dump").status == 0)
            #expect(try workspace.rows("SELECT a->'\(key)' FROM dump") == ["1"])
        }

        // MARK: - Constraints

        /// A record that breaks a constraint of the table: the members after the key, and the name of the constraint or the
        /// column.
        private static let violations = [
            (#""name":null,"amount":1,"code":CODE"#, "name"), (#""amount":1,"code":CODE"#, "name"),
            (#""name":"x","amount":-1,"code":CODE"#, "dump_amount_check"),
            (#""name":"x","amount":1,"code":0"#, "dump_code_key"),
        ]

        @Test(arguments: [1, 2, 100], ["", "--batch 300"])
        func constraintRejectsExactlyRowsThatBreakIt(count: Int, option: String) throws {
            let recordCount = TestTier.count(1_000, full: 20_000)
            var random = Random(seed: TestTier.seed &+ UInt64(count))
            // The first record has the code that later records repeat.
            let invalid = Set((1..<recordCount).shuffled(using: &random).prefix(count))
            var causes: [Int: String] = [:]
            let lines = (0..<recordCount).map { number in
                guard invalid.contains(number) else {
                    return
                        #"{"id":\#(number),"name":"n\#(number)","amount":\#(number % 9),"code":\#(number)}"#
                }
                let (members, cause) = Self.violations[Int.random(in: 0..<4, using: &random)]
                causes[number + 1] = cause
                return "{\"id\":\(number),\(members.replacing("CODE", with: "\(number)"))}"
            }
            let workspace = try PostgresWorkspace(["dump": lines.joined(separator: "\n")])
            try workspace.query(
                """
                CREATE TABLE dump (
                    id bigint, name text NOT NULL, amount bigint CHECK (amount >= 0), code bigint UNIQUE)
                """)
            let outcome = try workspace.run("dump --rejects bad \(option)")
            #expect(outcome.status == 2 && outcome.messages == "", "\(outcome)")
            let records = count == 1 ? "1 record" : "\(count) records"
            #expect(outcome.output.contains("\(records) rejected, see bad"), "\(outcome)")
            let rejects = try workspace.rejects("bad")
            #expect(rejects.map(\.record).sorted() == invalid.map { $0 + 1 }.sorted())
            for reject in rejects {
                #expect(reject.cause.contains(causes[reject.record] ?? "?"))
                #expect(reject.text == lines[reject.record - 1])
            }
            let ids = try workspace.query("SELECT id FROM dump ORDER BY id").compactMap {
                $0[0].flatMap(Int.init)
            }
            #expect(ids == (0..<recordCount).filter { !invalid.contains($0) })
        }

        @Test func constraintStopsImportAtRowThatBreaksIt() throws {
            let lines = (1...100).map { "{\"id\":\($0),\"amount\":\($0 == 61 ? -1 : 1)}" }
            let workspace = try PostgresWorkspace(["dump": lines.joined(separator: "\n")])
            try workspace.query("CREATE TABLE dump (id bigint, amount bigint CHECK (amount >= 0))")
            for option in ["", "--batch 7"] {
                let outcome = try workspace.run("dump \(option)")
                #expect(outcome.status == 65)
                #expect(
                    outcome.messages.contains("record 61") && outcome.messages.contains("dump_amount_check"))
                // The second import resumes at the record.
                #expect(outcome.output.contains("--on-error skip") == option.isEmpty, "\(outcome)")
                #expect(try workspace.rows("SELECT count(*), max(id) FROM dump") == ["60, 60"])
            }
            try workspace.expectNoConnection()
        }
    }
}

/// A line of a rejects file.
struct RejectedRecord: Decodable {
    let record: Int
    let text: String
    let cause: String
}

extension PostgresWorkspace {
    /// Returns the lines of a rejects file.
    func rejects(_ file: String) throws -> [RejectedRecord] {
        try String(contentsOf: folder.file(file), encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(RejectedRecord.self, from: Data($0.utf8))
        }
    }
}
