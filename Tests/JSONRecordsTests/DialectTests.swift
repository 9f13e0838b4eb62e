import RecordInvariants
import TestSupport
import Testing

@testable import JSONRecords

/// The translations of values in other notations than one object for each record.
@Suite struct DialectTests {
    /// Values of a text, and their translations.
    struct Example: CustomTestStringConvertible, Sendable {
        let dialect: Dialect
        let values: [String]
        /// For each value: the translation, `…` for the beginning of a record, `-` for a value that is not a part of one, or the
        /// message of the error.
        let translations: [String]

        init(_ dialect: Dialect, _ pairs: KeyValuePairs<String, String>) {
            (self.dialect, values, translations) = (dialect, pairs.map(\.key), pairs.map(\.value))
        }

        var testDescription: String { "\(dialect.argument): \(values.joined(separator: " "))" }
    }

    /// Values of one member of Extended JSON, and what they become; `nil` if they stay.
    private static let extendedValues: [(String, String?)] = [
        (#"{"$oid":"5f00000000000000000000aa"}"#, #""5f00000000000000000000aa""#),
        (#" { "$oid" : "a\"}" } "#, #""a\"}""#), (#"{"$oid":5}"#, nil), (#"{"$oid":"a","b":1}"#, nil),
        (#"{"$oid":["a"]}"#, nil), (#"["$oid","a"]"#, nil), (#"{"\u0024oid":"a"}"#, nil), ("{}", nil),
        (#"{"oid":"a"}"#, nil), (#"{"$":"a"}"#, nil), (#"{"$uuid":"a-b"}"#, #""a-b""#),
        (#"{"$date":"2024-01-01T00:00:00Z"}"#, #""2024-01-01T00:00:00Z""#),
        (#"{"$date":"2024-01-01T02:00:00.120+02:00"}"#, #""2024-01-01T00:00:00.120Z""#),
        (#"{"$date":"2024-01-01T00:00:00.0001Z"}"#, #""2024-01-01T00:00:00.000100000Z""#),
        (#"{"$date":1704067200123}"#, #""2024-01-01T00:00:00.123Z""#),
        (#"{"$date":{"$numberLong":"-1"}}"#, #""1969-12-31T23:59:59.999Z""#),
        (#"{"$date":{"$numberLong":"-62135596800000"}}"#, #""0001-01-01T00:00:00Z""#),
        (#"{"$date":-62135596800001}"#, nil), (#"{"$date":253402300799999}"#, #""9999-12-31T23:59:59.999Z""#),
        (#"{"$date":253402300800000}"#, nil), (#"{"$date":9223372036854775807}"#, nil),
        (#"{"$date":-9223372036854775808}"#, nil), (#"{"$date":-9223372036854774810}"#, nil),
        (#"{"$date":{"$numberLong":"-9223372036854775808"}}"#, #"{"$date":-9223372036854775808}"#),
        (#"{"$date":-9223372036854775809}"#, nil),
        (#"{"$date":-62135596799999}"#, #""0001-01-01T00:00:00.001Z""#),
        (#"{"$date":1.5}"#, nil), (#"{"$date":"yesterday"}"#, nil),
        (#"{"$date":null}"#, nil),
        (#"{"$numberLong":"12"}"#, "12"), (#"{"$numberLong":12}"#, "12"), (#"{"$numberInt":"-5"}"#, "-5"),
        (#"{"$numberLong":"12345678901234567890"}"#, "12345678901234567890"),
        (#"{"$numberLong":"1.5"}"#, nil),
        (#"{"$numberLong":"0x1"}"#, nil), (#"{"$numberLong":""}"#, nil),
        (#"{"$numberDouble":"1.50"}"#, "1.50"), (#"{"$numberDouble":"1"}"#, "1.0"),
        (#"{"$numberDouble":"1E3"}"#, "1E3"), (#"{"$numberDouble":"NaN"}"#, "null"),
        (#"{"$numberDouble":"-Infinity"}"#, "null"), (#"{"$numberDouble":"Infinity"}"#, "null"),
        (#"{"$numberDouble":"nan"}"#, nil), (#"{"$numberDecimal":"1.10"}"#, #""1.10""#),
        (#"{"$binary":{"base64":"AAE=","subType":"00"}}"#, #""AAE=""#),
        (#"{"$binary":{"subType":"00","base64":"AAE="}}"#, #""AAE=""#),
        (#"{"$binary":{"base64":"AAE="}}"#, nil), (#"{"$binary":{"base64":["A"],"subType":"00"}}"#, nil),
        (#"{"$binary":"AAE=","$type":"00"}"#, #""AAE=""#), (#"{"$type":"00","$binary":"AAE="}"#, #""AAE=""#),
        (#"{"$binary":"AAE="}"#, nil), (#"{"$undefined":true}"#, "null"), (#"{"$undefined":false}"#, nil),
        (#"{"$timestamp":{"t":1,"i":2}}"#, nil),
        (#"{"$regularExpression":{"pattern":"a","options":""}}"#, nil),
        (#"{"$minKey":1}"#, nil),
        (#"{"$ref":"c","$id":{"$oid":"a"}}"#, #"{"$ref":"c","$id":"a"}"#),
        (#"[{"$oid":"a"},[{"b":{"$numberInt":"1"}}]]"#, #"["a",[{"b":1}]]"#),
        (#" [ 1 , "a b" ] "#, #"[1,"a b"]"#),
    ]

    static let examples: [Example] =
        extendedValues.map { value, unwrapped in
            Example(.wrapped(.extendedJSON), ["{\"a\":\(value)}": "{\"a\":\(unwrapped ?? value)}"])
        } + [
            Example(.wrapped(.extendedJSON), [#"{"$oid":"a"}"#: #"{"$oid":"a"}"#, "7": "7"]),
            Example(
                .wrapped(.dynamoDB),
                [
                    #"{"Item":{"s":{"S":"a\""},"n":{"N":"1.5"},"t":{"BOOL":true},"f":{"BOOL":false},"x":{"NULL":true}}}"#:
                        #"{"s":"a\"","n":1.5,"t":true,"f":false,"x":null}"#,
                    #" { "Item" : { "l" : { "L" : [ { "S" : "a" } , { "M" : { } } ] } } } "#:
                        #"{"l":["a",{}]}"#,
                    #"{"m":{"M":{"S":{"S":"x"},"M":{"M":{"L":{"L":[]}}}}},"b":{"B":"QQ=="}}"#:
                        #"{"m":{"S":"x","M":{"L":[]}},"b":"QQ=="}"#,
                    #"{"ss":{"SS":["a","b"]},"ns":{"NS":["1","-2.5"]},"bs":{"BS":["QQ=="]}}"#:
                        #"{"ss":["a","b"],"ns":[1,-2.5],"bs":["QQ=="]}"#,
                    #"{"n":{"N":"NaN"}}"#: #"{"n":"NaN"}"#, "{}": "{}", #"{"Item":{}}"#: "{}",
                    #"{"Item":{"S":"a"}}"#: #"{"Item":"a"}"#,
                    #"{"Item":{"M":{"S":{"S":"a"}}},"id":{"S":"b"}}"#: #"{"Item":{"S":"a"},"id":"b"}"#,
                ]),
            Example(
                .wrapped(.dynamoDB),
                [
                    #"{"a":1}"#: dynamoDBError("1"), #"{"a":{"S":1}}"#: dynamoDBError("1"),
                    #"{"a":{"Q":"a"}}"#: dynamoDBError(#""a""#),
                    #"{"a":{"S":"a","N":"1"}}"#: dynamoDBError("','"),
                    #"{"a":{"SS":[1]}}"#: dynamoDBError("1"), #"{"a":{"L":[1]}}"#: dynamoDBError("1"),
                    #"{"a":{}}"#: dynamoDBError("'}'"), #"{"a":{"L":{}}}"#: dynamoDBError("'{'"),
                    #"{"a":{"BOOL":"true"}}"#: dynamoDBError(#""true""#),
                    #"{"a":{"NULL":false}}"#: dynamoDBError("false"),
                    #"{"a":{"M":{}},"b":2}"#: dynamoDBError("2"), "[1]": "expected an object, found '['",
                ]),
            Example(
                .bulk,
                [
                    #"{"index":{"_index":"i","_id":"1"}}"#: "…",
                    #"{"a":1}"#: #"{"_index":"i","_id":"1","a":1}"#,
                    #" { "create" : { "_id" : 2 , "r" : [{"_id":9}] } } "#: "…", #" { } "#: #"{"_id":2 } "#,
                    #"{"index":{}}"#: "…", #"{"a":{"b":1}}"#: #"{"a":{"b":1}}"#,
                    #"{"index":{"_id":"1"}}"#: "…",
                    #"{"_id":2,"a":1}"#: #"{"_id":"1","_id":2,"a":1,"_id":"1"}"#,
                    #"{"index":{"_id":"1"} }"#: "…",
                    #"{"index":{"_id":"2","a":1}}"#:
                        #"{"_id":"1","index":{"_id":"2","a":1},"_id":"1"}"#,
                    #"{"delete":{"_id":"1"}}"#: "-", #"{"update":{"_id":"3"}}"#: "…",
                    #"{"detect_noop":true,"doc":{"a":[2]},"x":1}"#: #"{"_id":"3","a":[2]}"#,
                    #"{"update":{}}"#: "…",
                    #"{"script":{}}"#: "expected an update with a doc, found another source",
                    #"{"a":1}"#:
                        #"expected an action such as {"index":{"_id":"1"}} before the source of a document, found "a""#,
                    #"{"index":{ }}"#: "…", "3": "expected the source of a document, an object, found 3",
                ]),
            Example(
                .rows(.names(["a", "b\""])),
                [
                    "[1,2]": #"{"a":1,"b\"":2}"#,
                    #" [ [1,{"x":","}] , "]" ] "#: #"{"a":[1,{"x":","}],"b\"":"]"}"#,
                    "[ ]": #"{"a":null,"b\"":null}"#, "[1]": #"{"a":1,"b\"":null}"#,
                    "[1,2,3]": "expected at most one value for each column (2), found 3",
                    #""x""#: #"{"a":"x","b\"":null}"#,
                    #"{"a":1}"#: "expected a row that is an array, found '{'",
                ]),
            Example(.rows(.first), [#"["a","\u0062"]"#: "-", "[1,2]": #"{"a":1,"\u0062":2}"#]),
            Example(.rows(.first), [#"["a",1]"#: "expected a string as the name of a column, found 1"]),
            Example(
                .rows(.first), [#"["a","a"]"#: #"expected names that differ, found the column "a" twice"#]),
            Example(
                .rows(.first), ["[]": "expected an array with the names of the columns, found ']'"]),
            Example(
                .rows(.first), [#""a""#: #"expected an array with the names of the columns, found "a""#]),
            Example(
                .rows(.path("h")),
                ["[1]": "expected the names of the columns at $.h before the first row, found none"]),
        ]

    private static func dynamoDBError(_ found: String) -> String {
        #"expected a value of DynamoDB JSON, such as {"S":"a"}, found \#(found)"#
    }

    @Test(arguments: examples)
    func valuesAreTranslated(example: Example) {
        var translation = example.dialect.makeTranslation()
        let translations = example.values.map { value in
            var text: [UInt8] = []
            do throws(ImportError) {
                switch try translation.append(Array(value.utf8).span, to: &text) {
                case .record: return String(decoding: text, as: UTF8.self)
                case .beginning: return "…"
                case .other: return "-"
                }
            } catch {
                return error.message
            }
        }
        #expect(translations == example.translations)
    }

    /// Deep values do not overflow the stack, and are translated in time in proportion to their length.
    @Test(arguments: [
        (Dialect.wrapped(.extendedJSON), #"{"$a":"#, #"{"$oid":"x"}"#, "}"),
        (.wrapped(.dynamoDB), #"{"M":{"a":"#, #"{"S":"x"}"#, "}}"),
    ])
    func deepValueIsTranslated(dialect: Dialect, opening: String, value: String, closing: String) throws {
        let depth = 50_000
        let text =
            #"{"a":"# + String(repeating: opening, count: depth) + value
            + String(repeating: closing, count: depth) + "}"
        var translation = dialect.makeTranslation()
        var translated: [UInt8] = []
        _ = try translation.append(Array(text.utf8).span, to: &translated)
        #expect(translated.count { $0 == UInt8(ascii: "{") } == depth + 1)
    }

    // MARK: - Records

    /// Returns the events and the outcome of each record, which are the same for each chunk size and parser.
    private func transcript(
        _ text: String, _ dialect: Dialect, at path: JSONPath = JSONPath(),
        _ configure: (inout ReadOptions) -> Void = { _ in }
    ) throws -> [String] {
        let transcripts = try [1, 2, 3, 7, 31, 4096].flatMap { size in
            try [RecordParser.automatic, .libyajl].map { parser in
                var options = ReadOptions()
                (options.chunkBytes, options.parser, options.dialect) = (size, parser, dialect)
                (options.errorPolicy, options.keepsRejectedText) = (.collect(), true)
                configure(&options)
                let consumer = TranscriptConsumer()
                let reader = RecordInput(InputOrigin(.bytes(Array(text.utf8))), at: path, options: options)
                let summary = try reader.read(into: consumer)
                return consumer.lines
                    + summary.rejectedRecords.map { "\($0.byteRange) \($0.text ?? "no text") \($0.error)" }
            }
        }
        #expect(Set(transcripts).count == 1)
        return transcripts[0]
    }

    @Test func eventsOfTranslationAreSent() throws {
        let lines = try transcript(
            #"[{"a":{"$numberInt":"1"},"t":[{"$oid":"x"}],"s":[1],"q":"é\u00e9"},{"b":{"$oid":"y"}}]"#,
            .wrapped(.extendedJSON))
        #expect(
            lines == [
                "{", "\"a\":", "1", "\"t\":", #"text "[\"x\"]""#, "\"s\":", "[ skipped", "\"q\":",
                #""éé""#, #"token "é\u00e9" at line 1, column 2 (byte 1)"#, "}",
                #"record 1 at 1..<67: "{\"a\":{\"$numberInt\":\"1\"},\"t\":[{\"$oid\":\"x\"}],\"s\":[1],\"q\":\"é\\u00e9\"}""#,
                "{", "\"b\":", "\"y\"", "}", #"record 2 at 68..<86: "{\"b\":{\"$oid\":\"y\"}}""#,
            ])
    }

    /// A text, and the records and errors that come of it, without the events of the records.
    struct TextExample: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let dialect: Dialect
        let text: String
        var path = JSONPath()
        var outcome: [String]
        var configure: @Sendable (inout ReadOptions) -> Void = { _ in }
    }

    static let texts = [
        TextExample(
            testDescription: "errors of the consumer", dialect: .wrapped(.extendedJSON),
            text:
                "{\"r\":{\"$oid\":\"x\"}}\n{\"a\":[\"\\ud800\"]}\n{\"a\":[1,{\"$oid\":\"y\"}]}\n{\"a\":1,}\n{}",
            outcome: [
                "record 3 at 36..<58", "record 5 at 68..<70",
                #"0..<18 {"r":{"$oid":"x"}} line 1, column 1 (byte 0), record 1, $.r: the value is rejected: "x""#,
                #"19..<35 {"a":["\ud800"]} line 2, column 1 (byte 19), record 2, $.a[0]: a \u escape is an unpaired surrogate; set unpairedSurrogates to .replace to read it as U+FFFD"#,
                #"59..<67 {"a":1,} line 4, column 8 (byte 66), record 4, $: expected a key in double quotes, found '}'; to read it, set relaxedJSON"#,
            ]),
        TextExample(
            testDescription: "errors of the translation", dialect: .wrapped(.dynamoDB),
            text: #"[{"a":{"S":"x"}},{"a":1},7,{"a":{"N":"1"}}]"#,
            outcome: [
                "record 1 at 1..<16", "record 4 at 27..<42",
                #"17..<24 {"a":1} line 1, column 18 (byte 17), record 2, $[1]: expected a value of DynamoDB JSON, such as {"S":"a"}, found 1"#,
                "25..<26 7 line 1, column 26 (byte 25), record 3, $[2]: expected an object, found 7",
            ]),
        TextExample(
            testDescription: "bulk", dialect: .bulk,
            text:
                "{\"index\":{}}\n{\"a\":1}\n{\"delete\":{}}\n\n{\"index\":{}}\n{\"r\":1}\n{\"create\":{}}\n{a}\n{\"index\":{}}\n{}",
            outcome: [
                "record 1 at 0..<20", "record 4 at 75..<90",
                "36..<56 {\"index\":{}}\n{\"r\":1} line 6, column 1 (byte 49), record 2, $.r: the value is rejected: 1",
                "57..<74 {\"create\":{}}\n{a} line 8, column 2 (byte 72), record 3, $: expected JSON, found 'a'",
            ]
        ) { $0.format = .lines },
        TextExample(
            testDescription: "bulk actions without a source", dialect: .bulk,
            text:
                "{\"index\":{}}\n{\"create\":{}}\n{\"a\":1}\n{\"index\":{\"_id\":1}}\n\n{\"delete\":{}}\n{\"index\":{}}\n",
            outcome: [
                "record 2 at 13..<34",
                "0..<13 {\"index\":{}}\n line 2, column 1 (byte 13), record 1, $: expected the source of the last action, found another action; add the line of the source, or remove that of the action",
                "35..<56 {\"index\":{\"_id\":1}}\n\n line 6, column 1 (byte 56), record 3, $: expected the source of the last action, found another action; add the line of the source, or remove that of the action",
                "70..<83 {\"index\":{}}\n line 8, column 1 (byte 83), record 4, $: expected the source of the last action, found the end of the input; add the line of the source, or remove that of the action",
            ]
        ) { $0.format = .lines },
        TextExample(
            testDescription: "bulk after records that are skipped", dialect: .bulk,
            text: "{\"index\":{}}\n{\"r\":1}\n{\"delete\":{}}\n{\"index\":{}}\n{}\n",
            outcome: ["record 1 is skipped", "record 2 at 35..<50"]
        ) { ($0.format, $0.skippedRecordCount) = (.lines, 1) },
        TextExample(
            testDescription: "header of lines", dialect: .rows(.first), text: "[\"a\"]\n[1]\n\n[2,3]\n4",
            outcome: [
                "record 1 at 6..<9", "record 3 at 17..<18",
                "11..<16 [2,3] line 4, column 1 (byte 11), record 2, $: expected at most one value for each column (1), found 2",
            ]
        ) { $0.format = .lines },
        TextExample(
            testDescription: "header after records that are skipped", dialect: .rows(.first),
            text: #"[["a"],[1],[2]]"#, outcome: ["record 1 is skipped", "record 2 at 11..<14"]
        ) { $0.skippedRecordCount = 1 },
        TextExample(
            testDescription: "header at a path", dialect: .rows(.path("meta.columns[*].name")),
            text: #"{"meta":{"columns":[{"name":"a"},{"id":7,"name":"b"}]},"data":[[1,2],[3]]}"#,
            path: "data",
            outcome: ["record 1 at 63..<68", "record 2 at 69..<72"]),
        TextExample(
            testDescription: "header in an array", dialect: .rows(.path("columns")),
            text: #"{"columns":["a","b"],"index":[0],"data":[[1,2],5]}"#, path: "data",
            outcome: ["record 1 at 41..<46", "record 2 at 47..<48"]),
        TextExample(
            testDescription: "several headers", dialect: .rows(.path("s[*].names")),
            text: #"{"s":[{"names":["a"],"rows":[[1]]},{"names":["a","b"],"rows":[[1,2]]}]}"#,
            path: "s[*].rows",
            outcome: ["record 1 at 29..<32", "record 2 at 62..<67"]),
        TextExample(
            testDescription: "header after rows", dialect: .rows(.path("columns[*].name")),
            text: #"{"data":[[1,{}],[2],[3,4,5]],"columns":[{"name":"a"},{"name":"b\u0061\""}]}"#,
            path: "data",
            outcome: [
                "record 1 at 9..<15", "record 2 at 16..<19",
                "20..<27 [3,4,5] line 1, column 21 (byte 20), record 3, $.data[2]: expected at most one value for each column (2), found 3",
            ]),
        TextExample(
            testDescription: "equal headers after rows", dialect: .rows(.path("s[*].names")),
            text: #"{"s":[{"rows":[[1]],"names":["a"]},{"rows":[[2]],"names":["a"]}]}"#, path: "s[*].rows",
            outcome: ["record 1 is skipped", "record 2 at 44..<47"]
        ) { $0.skippedRecordCount = 1 },
    ]

    @Test(arguments: texts)
    func recordsKeepTheirNumbersRangesAndTexts(example: TextExample) throws {
        let lines = try transcript(example.text, example.dialect, at: example.path, example.configure)
        let outcome = lines.filter { line in
            line.first?.isNumber == true && line.contains("..<") || line.hasPrefix("record ")
        }.map { $0.hasPrefix("record ") ? String($0.prefix { $0 != ":" }) : $0 }
        #expect(outcome == example.outcome)
    }

    @Test func namesAfterRowsAreThoseOfColumns() throws {
        let lines = try transcript(
            #"{"d":[[1,2],[3]],"h":["a\u0022","b"]}"#, .rows(.path("h")), at: "d")
        let events = lines.filter { !$0.contains("..<") && !$0.hasPrefix("token") }
        #expect(
            events == ["{", #""a\"":"#, "1", #""b":"#, "2", "}", "{", #""a\"":"#, "3", #""b":"#, "null", "}"])
    }

    @Test(arguments: [
        (
            Dialect.rows(.path("h")), #"{"d":[[1]],"h":[]}"#, JSONPath("d"),
            "expected the names of the columns at h, found none"
        ),
        (
            .rows(.path("h")), #"{"d":[[1]],"g":["a"]}"#, "d",
            "expected the names of the columns at h, found none; to name the only column, write --header h,"
        ),
        (
            .rows(.path("h")), #"{"d":[[1]],"h":["a","a"]}"#, "d",
            #"$.h[1]: expected names that differ, found the column "a" twice"#
        ),
        (
            .rows(.path("s[*].h")), #"{"s":[{"d":[[1]],"h":["a"]},{"d":[[1]],"h":["b"]}]}"#, "s[*].d",
            "expected the same names at 's[*].h' after all rows, found other names"
        ),
        (.rows(.path("h")), #"{"d":[[1]],"h":["a""#, "d", "expected"),
        (
            .rows(.path("h")), #"{"h":[{"name":"a"}],"d":[[1]]}"#, "d",
            "$.h[0]: expected a string as the name of a column"
        ),
        (.rows(.path("h")), #"{"d":[]}"#, "d", "expected the names of the columns at h, found none"),
        (.rows(.first), #"[1,[2]]"#, "", "$[0]: expected an array with the names of the columns, found 1"),
    ])
    func errorEndsImport(dialect: Dialect, text: String, path: JSONPath, error: String) throws {
        let found = #expect(throws: ImportError.self) {
            try transcript(text, dialect, at: path)
        }
        #expect(found.map { "\($0)".contains(error) } == true, "\(found?.description ?? "")")
    }
}
