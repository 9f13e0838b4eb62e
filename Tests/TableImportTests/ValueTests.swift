import GRDB
import TestSupport
import Testing

/// A value in the table equals the value that SQLite extracts from the record.
@Suite struct ValueTests {
    private static let strings = [
        "", "a", " ", "007", "7", "1e3", " 12 ", "+5", "-5", "0x10", ".5", "5.", "-", "+", ".", "e", "1e",
        "1e+", "inf",
        "nan", "Infinity", "NULL", "true", "12abc", "1 2", "\\t12\\n", "1\\u000b", "9007199254740993",
        "9223372036854775808", "1e400", "0.1", "-0", "\\u00e9", "e\\u0301", "😀", "\\ud83d\\ude00",
        "\\\"\\\\\\/",
        String(repeating: "x", count: 70_000), "'", "it''s", "[1]", "{}",
    ].map { "\"\($0)\"" }

    private static let numbers = [
        "0", "-0", "1", "-1", "1.0", "-1.0", "0.0", "-0.0", "1e0", "1E+2", "1e-2", "0.1", "2.5", "1e300",
        "-2.5e-300",
        "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "9007199254740993.0",
        "9223372036854775807", "-9223372036854775808", "4503599627370497.5", "2251799813685249.0", "1e18",
        "1e19",
        "0e400", "123456789012345.678",
    ]

    private static let literalsAndContainers = [
        "null", "true", "false", "[]", "{}", "[ 1 , [ ] , { \"a\" : \" \\\" ] \" } ]",
        "{\"a\"\n:\r\n\t1 , \"b\":\"\\\\\"}",
        "[\"\\u00e9\\n\"]", "[1.0,1e2]", "{ }",
    ]

    private static let texts = strings + numbers + literalsAndContainers
    private static let batches = [1, 2, 3, 10_000]

    private func expectValues(_ texts: [String], batchSize: Int, chunkBytes: Int = 4096) throws {
        let workspace = try Workspace("[\(texts.map { "{\"v\":\($0)}" }.joined(separator: ","))]")
        let result = workspace.run {
            $0.batchSize = batchSize
            $0.readOptions.chunkBytes = chunkBytes
        }
        #expect(result.errorDescription == "" && result.rows == texts.count)
        try workspace.read { db in
            let statement = try db.makeStatement(
                sql: """
                    SELECT v IS j, typeof(v), typeof(j)
                    FROM (SELECT json_extract(?, '$.v') AS j), (SELECT v FROM t WHERE rowid = ?)
                    """)
            for (index, text) in texts.enumerated() {
                let row = try Row.fetchOne(statement, arguments: ["{\"v\":\(text)}", index + 1])
                let (isSame, type, expected): (Bool, String, String) = (
                    row?[0] ?? false, row?[1] ?? "", row?[2] ?? ""
                )
                #expect(isSame && type == expected, "\(text.prefix(60)): \(type), not \(expected)")
            }
        }
    }

    @Test(arguments: [1, 7, 4096])
    func valueMatchesSQLiteJSONExtract(chunkBytes: Int) throws {
        for texts in [Self.strings, Self.numbers, Self.literalsAndContainers, Self.texts] {
            try expectValues(texts, batchSize: 10_000, chunkBytes: chunkBytes)
        }
    }

    @Test(arguments: batches)
    func valueDoesNotDependOnBatchSizeOrOrder(batchSize: Int) throws {
        for texts in [Self.strings, Self.numbers, Self.literalsAndContainers, Self.texts] {
            try expectValues(texts, batchSize: batchSize)
            try expectValues(texts.reversed(), batchSize: batchSize)
        }
    }

    @Test(arguments: batches)
    func mixedKindsKeepTheirValuesInAnyOrder(batchSize: Int) throws {
        let kinds = ["null", "true", "1", "9007199254740993", "1.0", "0.5", "\"a\"", "\"007\"", "[1]"]
        let triples = TestTier.sample(
            kinds.flatMap { first in kinds.flatMap { second in kinds.map { [first, second, $0] } } },
            count: 100)
        let records = (0..<3).map { record in
            "{" + triples.enumerated().map { "\"k\($0)\":\($1[record])" }.joined(separator: ",") + "}"
        }
        let workspace = try Workspace(records.joined(separator: "\n"))
        #expect(workspace.run { $0.batchSize = batchSize }.errorDescription == "")
        let rows = try workspace.rows()
        for (key, triple) in triples.enumerated() {
            let values = rows.map { $0[key] }
            let expected = triple.map {
                $0 == "null"
                    ? "NULL" : $0 == "true" ? "1" : $0 == "[1]" ? "'[1]'" : $0.replacing("\"", with: "'")
            }
            #expect(values == expected, "\(triple)")
        }
    }

    @Test(arguments: [
        ("18446744073709551616", "'18446744073709551616'"), ("9223372036854775808", "'9223372036854775808'"),
        ("-9223372036854775809", "'-9223372036854775809'"), ("1e400", "'1e400'"), ("-1e400", "'-1e400'"),
        ("1e-400", "'1e-400'"), ("0.0e-400", "0.0"),
    ])
    func unrepresentableNumberIsKeptAsText(number: String, value: String) throws {
        for earlierValues in [[], ["1"], ["0.5"], ["1.0"], ["\"a\""]] {
            for batchSize in [1, 10_000] {
                let workspace = try Workspace(
                    (earlierValues + [number]).map { "{\"v\":\($0)}" }.joined(separator: "\n"))
                workspace.run { $0.batchSize = batchSize }
                #expect(try workspace.rows().last == [value])
            }
        }
    }

    @Test func nulCharacterInTextIsKept() throws {
        let workspace = try Workspace(
            "[{\"v\":\"1\\u0000\"},{\"v\":\"\\u0000\"},{\"v\":\"a\\u0000b\"},{\"v\":1}]")
        workspace.run()
        #expect(
            try workspace.lines("SELECT typeof(v), hex(v) FROM t LIMIT 3") == [
                "'text' '3100'", "'text' '00'", "'text' '610062'",
            ])
    }

    @Test func rowsKeepRecordOrder() throws {
        let workspace = try Workspace((1...100).map { "{\"n\":\($0)}\n" }.joined())
        #expect(workspace.run { $0.batchSize = 7 }.rows == 100)
        #expect(try workspace.rows() == (1...100).map { ["\($0)"] })
    }
}
