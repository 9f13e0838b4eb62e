import Foundation
import Testing

@testable import TableImport

/// The JSON of a schema.
@Suite struct TableSchemaTests {
    private func text(_ schema: TableSchema) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(schema), as: UTF8.self)
    }

    @Test(arguments: [
        #"{"columns":[{"name":"a"}],"table":"t"}"#,
        #"{"columns":[{"name":"a","type":"BOOLEAN"},{"name":"b","type":"INTEGER"},{"name":"c","type":"REAL"},{"name":"d","type":"NUMERIC"},{"name":"e","type":"TEXT"}],"table":"t"}"#,
        #"{"columns":[{"name":"a_b","path":["a","b"]},{"name":"ID"},{"name":"id_2","path":["id"]},{"name":"r","path":[],"type":"TEXT"}],"keys":["id_2","a_b"],"table":"T of é"}"#,
        #"{"columns":[{"name":""},{"name":"é"},{"name":"e\#u{301}"}],"ignoresUnknownKeys":true,"table":"t"}"#,
    ])
    func encodedSchemaEqualsDecodedText(json: String) throws {
        #expect(try text(.read(json)) == json)
    }

    @Test func unknownMembersAndDefaultsAreAccepted() throws {
        let schema = try TableSchema.read(
            #"{"table":"t","comment":[1],"columns":[{"name":"a","path":["a"],"type":null}],"keys":[],"ignoresUnknownKeys":false}"#
        )
        #expect(try text(schema) == #"{"columns":[{"name":"a"}],"table":"t"}"#)
    }

    @Test(arguments: [
        (#"{"table":"","columns":[{"name":"a"}]}"#, #"expected the name of a table, found """#),
        (#"{"table":"t","columns":[]}"#, "expected at least one column of the table t, found none"),
        (
            #"{"table":"t","columns":[{"name":"id"},{"name":"ID","path":["x"]}]}"#,
            "two columns have the name ID; SQLite ignores the case of names"
        ),
        (
            #"{"table":"t","columns":[{"name":"a\u0000b"}]}"#,
            #"expected the name of a column without NUL, found "a\0b""#
        ),
        (
            #"{"table":"t","columns":[{"name":"a","path":["o","x"]},{"name":"b","path":["o","x"]}]}"#,
            "two columns have the path o.x, found b"
        ),
        (
            #"{"table":"t","columns":[{"name":"a","path":[]},{"name":"b","path":[]}]}"#,
            "two columns have the empty path, found b"
        ),
        (
            #"{"table":"t","columns":[{"name":"r","path":[],"type":"INTEGER"}]}"#,
            "the column r has the empty path, so its type must be TEXT or omitted, found INTEGER"
        ),
        (
            #"{"table":"t","columns":[{"name":"a"},{"name":"r","path":[]}],"ignoresUnknownKeys":true}"#,
            "a schema that ignores unknown keys cannot have a column with the empty path, found r"
        ),
        (
            #"{"table":"t","columns":[{"name":"a"},{"name":"b"}],"keys":["A"]}"#,
            #"expected the name of a column in keys, found "A"; the columns are a, b"#
        ),
        (
            #"{"table":"t","columns":[{"name":"a"},{"name":"r","path":[]}],"keys":["r"]}"#,
            "the column r has the empty path, so it cannot be a key column"
        ),
        (#"{"table":"t","columns":[{"name":"a"}],"keys":["a","a"]}"#, "the column a occurs twice in keys"),
    ])
    func malformedSchemaIsError(json: String, message: String) throws {
        let error = #expect(throws: DecodingError.self) { try TableSchema.read(json) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("unexpected error \(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "malformed schema: \(message)" && context.codingPath.isEmpty)
    }

    @Test(arguments: ["DATE", "integer", ""])
    func unknownTypeIsErrorWithPath(type: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try TableSchema.of(#"{"name":"a"},{"name":"b","type":"\#(type)"}"#)
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("unexpected error \(String(describing: error))")
            return
        }
        #expect(
            context.debugDescription
                == "expected BOOLEAN, INTEGER, REAL, NUMERIC, TEXT, or no type, found \"\(type)\"")
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        #expect(path == ["columns", "1", "type"])
    }

    @Test(arguments: [
        #"{"columns":[{"name":"a"}]}"#, #"{"table":"t"}"#, #"{"table":"t","columns":[{}]}"#,
        #"{"table":"t","columns":{"a":"TEXT"}}"#,
        #"{"table":"t","columns":[{"name":"a","path":"a"}]}"#, #"{"table":5,"columns":[{"name":"a"}]}"#,
        #"{"table":"t","columns":[{"name":"a"}],"keys":"a"}"#, "[]",
    ])
    func missingMemberOrOtherJSONTypeIsError(json: String) {
        #expect(throws: DecodingError.self) { try TableSchema.read(json) }
    }
}
