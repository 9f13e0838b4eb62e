import JSONRecords
import Testing

@testable import TableImport

/// A column of a schema stores exactly the values that fit its type.
@Suite struct SchemaValueTests {
    /// The values of each JSON type, and the forms in which a column without a type stores them.
    private static let values = [
        "true": "1", "false": "0", "3": "3", "-7": "-7", "9007199254740992": "9007199254740992",
        "9007199254740993": "9007199254740993", "-9223372036854775808": "-9223372036854775808",
        "9223372036854775808": "'9223372036854775808'", "1e400": "'1e400'", "3.0": "3.0", "3e2": "300.0",
        "-0": "0", "0.5": "0.5", "1e300": "1e+300", "9007199254740993.0": "9007199254740992.0",
        "\"a\"": "'a'", "\"007\"": "'007'", "\"\"": "''", "[1, 2]": "'[1,2]'", "[]": "'[]'", "{}": "'{}'",
        "{\"x\": 1}": "'{\"x\":1}'",
    ]

    /// The values that fit a type, and the forms in which the column stores them.
    private static let fitting: [String: [String: String]] = [
        "BOOLEAN": ["true": "1", "false": "0"],
        "INTEGER": [
            "true": "1", "false": "0", "3": "3", "-7": "-7", "9007199254740992": "9007199254740992",
            "9007199254740993": "9007199254740993", "-9223372036854775808": "-9223372036854775808",
            "3.0": "3", "3e2": "300", "-0": "0", "9007199254740993.0": "9007199254740993",
        ],
        "REAL": [
            "3": "3.0", "-7": "-7.0", "9007199254740992": "9007199254740992.0", "3.0": "3.0", "3e2": "300.0",
            "-0": "0.0", "0.5": "0.5", "1e300": "1e+300", "9007199254740993.0": "9007199254740992.0",
        ],
        "NUMERIC": [
            "true": "1", "false": "0", "3": "3", "-7": "-7", "9007199254740992": "9007199254740992",
            "9007199254740993": "9007199254740993", "-9223372036854775808": "-9223372036854775808",
            "3.0": "3", "3e2": "300", "-0": "0", "0.5": "0.5", "9007199254740993.0": "9007199254740993",
        ],
        "TEXT": [
            "9223372036854775808": "'9223372036854775808'", "1e400": "'1e400'", "\"a\"": "'a'",
            "\"007\"": "'007'", "\"\"": "''", "[1, 2]": "'[1,2]'", "[]": "'[]'", "{}": "'{}'",
            "{\"x\": 1}": "'{\"x\":1}'",
        ],
        "": values,
    ]

    private func schema(_ type: String, rest: Bool = false) throws -> TableSchema {
        let type = type.isEmpty ? "" : ",\"type\":\"\(type)\""
        return try .of("{\"name\":\"v\"\(type)}" + (rest ? ",{\"name\":\"r\",\"path\":[]}" : ""))
    }

    @Test(arguments: fitting.keys.sorted(), [1, 1000])
    func columnStoresFittingValuesAndRejectsOthers(type: String, batchSize: Int) throws {
        let texts = Self.values.keys.sorted() + ["null"]
        let workspace = try Workspace(texts.map { "{\"v\":\($0)}\n" }.joined())
        let schema = try schema(type)
        let rejected = CallbackLog<Int>()
        let result = workspace.run {
            $0.schema = schema
            $0.batchSize = batchSize
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { rejected.add($0.number) }
        }
        let fitting = Self.fitting[type] ?? [:]
        let expected = texts.filter { $0 == "null" || fitting[$0] != nil }
        #expect(result.errorDescription == "" && result.rows == expected.count)
        #expect(try workspace.rows() == expected.map { [fitting[$0] ?? "NULL"] })
        #expect(rejected.all == texts.indices.filter { !expected.contains(texts[$0]) }.map { $0 + 1 })
        #expect(try workspace.columns() == [type.isEmpty ? "v" : "v \(type)"])
        #expect(try workspace.isIntact())
    }

    @Test(arguments: fitting.keys.sorted(), [1, 1000])
    func restColumnStoresOtherValuesAsJSON(type: String, batchSize: Int) throws {
        let texts = Self.values.keys.sorted() + ["null"]
        let workspace = try Workspace(texts.map { "{\"v\":\($0)}\n" }.joined())
        let schema = try schema(type, rest: true)
        let result = workspace.run {
            $0.schema = schema
            $0.batchSize = batchSize
        }
        #expect(result.errorDescription == "" && result.rows == texts.count)
        let fitting = Self.fitting[type] ?? [:]
        #expect(
            try workspace.rows()
                == texts.map { text in
                    if text == "null" { return ["NULL", "NULL"] }
                    return [
                        fitting[text] ?? "NULL",
                        fitting[text] == nil ? "'{\"v\":\(text.replacing(" ", with: ""))}'" : "NULL",
                    ]
                })
    }

    @Test(arguments: [
        (
            "BOOLEAN", "1", ImportError.Code.typeMismatch,
            "expected true or false for the BOOLEAN column v, found 1"
        ),
        ("BOOLEAN", #""x""#, .typeMismatch, #"expected true or false for the BOOLEAN column v, found "x""#),
        ("INTEGER", #""12""#, .typeMismatch, #"expected an integer for the INTEGER column v, found "12""#),
        ("INTEGER", "1.5", .numberOutOfRange, "expected an integer for the INTEGER column v, found 1.5"),
        ("INTEGER", "[1]", .typeMismatch, "expected an integer for the INTEGER column v, found an array"),
        (
            "INTEGER", "9223372036854775808", .numberOutOfRange,
            "expected an integer from -9223372036854775808 to 9223372036854775807 for the INTEGER column v, found 9223372036854775808"
        ),
        (
            "REAL", "9007199254740993", .numberOutOfRange,
            "expected an integer from -2^53 to 2^53, or a number with a fraction or an exponent for the REAL column v, found 9007199254740993"
        ),
        (
            "REAL", "1e400", .numberOutOfRange,
            "expected a number in the range of a 64-bit floating-point number for the REAL column v, found 1e400"
        ),
        ("REAL", "true", .typeMismatch, "expected a number for the REAL column v, found true"),
        (
            "NUMERIC", "1e300", .numberOutOfRange,
            "expected an integer from -2^63 to 2^63 - 1, or a number with a fractional part for the NUMERIC column v, found 1e300"
        ),
        ("NUMERIC", "{}", .typeMismatch, "expected a number for the NUMERIC column v, found an object"),
        (
            "TEXT", "5", .typeMismatch,
            "expected a string, an array or an object for the TEXT column v, found 5"
        ),
    ])
    func errorStatesColumnTypeAndValue(type: String, value: String, code: ImportError.Code, message: String)
        throws
    {
        let workspace = try Workspace("[{\"v\":null},\n {\"w\":null,\"v\": \(value)}]")
        let schema = try schema(type)
        let error = workspace.run { $0.schema = schema }.error as? ImportError
        #expect(error?.code == code && error?.message == message && error?.record == 2)
        #expect(error?.location == SourceLocation(offset: 29, line: 2, column: 17))
        #expect(error?.path?.description == "$[1].v")
        #expect(
            error?.advice
                == "make the schema from all records, or give it a column for such values with --rest")
    }
}
