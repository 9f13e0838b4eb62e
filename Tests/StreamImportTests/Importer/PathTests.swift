import Foundation
import StreamImport
import Testing

/// The path to the records.
@Suite(.manyVariants) struct PathTests {
    static let recordsAtPaths: [(path: String, text: String, records: [Int])] = [
        ("data", #"{"data":[1,2]}"#, [1, 2]),
        ("data.items", #"{"data":{"items":[1,2]}}"#, [1, 2]),
        ("/data/items", #"{"data":{"items":[1,2]}}"#, [1, 2]),
        ("$.data.items", #"{"data":{"items":[1,2]}}"#, [1, 2]),
        ("a[1].b", #"{"a":[{"b":[7]},{"b":[1,2]},{"b":[8]}]}"#, [1, 2]),
        ("/a/1/b", #"{"a":[{"b":[7]},{"b":[1,2]},{"b":[8]}]}"#, [1, 2]),
        ("a[0]", #"{"a":[[1,2],[3]]}"#, [1, 2]), ("a[1][0]", #"{"a":[[9],[[1,2]]]}"#, [1, 2]),
        ("[1]", "[[9],[1,2]]", [1, 2]), ("/0", #"{"0":[1,2]}"#, [1, 2]), ("/0", "[[1,2],[3]]", [1, 2]),
        ("data", #"{"data":[]}"#, []), ("data", #"{"data":5}"#, [5]), ("a[1]", #"{"a":[1,2,3]}"#, [2]),
        ("/a~1b/c~0d", #"{"a/b":{"c~d":[1]}}"#, [1]), ("/", #"{"":[1]}"#, [1]), ("日", #"{"日":[1]}"#, [1]),
        (
            "data.items",
            #" { "x" : [ { "items" : [9] } ] , "data" : { "y" : {"items":[9]}, "items" : [ 1 ] } } "#, [1]
        ),
        ("a.b", #"{"a":{"a":{"b":[9]},"b":[1]},"b":[9]}"#, [1]),
        ("a.b", #"{"b":[9],"a":[8],"a":null,"a":{"b":[1]}}"#, [1]),
        ("a b", #"{"a b":[1],"\u0061":[9]}"#, [1]), ("ab", #"{"\u0061b":[1]}"#, [1]),
        ("a", #"{"a":[1],"z":"]}","y":[[],{}]}"#, [1]),
    ]

    @Test(arguments: recordsAtPaths)
    func recordsAreFoundAtPath(path: String, text: String, records: [Int]) async throws {
        for format in [ImportFormat.automatic, .json] {
            let outcome = try await importAllVariants(to: Int.self, from: text, at: try JSONPath(path)) {
                $0.format = format
            }
            #expect(outcome.message == nil, "\(path)")
            #expect(outcome.records == records, "\(path)")
            #expect(outcome.summary?.textBytes == text.utf8.count)
        }
    }

    @Test(arguments: [
        ("data", #"{"date":[1]}"#), ("data.items", #"{"data":[1]}"#), ("data.items", #"{"data":5}"#),
        ("data.items", #"{"data":null}"#), ("a[2]", #"{"a":[1,2]}"#), ("a[0]", #"{"a":{"0":[1]}}"#),
        ("data", "[1]"),
        ("data", "5"), ("data", "{}"), ("[0]", "[]"), ("a.b", #"{"a.b":[1]}"#), ("a", #"{"A":[1]}"#),
        ("/01", "[[1],[2]]"),
    ])
    func missingPathReportsPathNotFound(path: String, text: String) async throws {
        let parsed = try JSONPath(path)
        let outcome = try await importAllVariants(to: Int.self, from: text, at: parsed)
        #expect(outcome.message == "pathNotFound at \(parsed): expected a value at \(parsed), found none")
        #expect(outcome.error?.category == .data)
        #expect(outcome.records == [])
    }

    @Test(arguments: [".", "a..b", "a[", "a[x]", "a[-1]", ".a", "a.", "/a~2", "a[1]b"])
    func malformedLiteralPathIsAnError(path: String) async throws {
        let outcome = try await importAllVariants(
            to: Int.self, from: "[1]", at: JSONPath(stringLiteral: path))
        #expect(outcome.error?.code == .invalidPath)
        #expect(
            outcome.error?.description == """
                invalid path \(path.debugDescription); use a dotted path (data.items, photos[0].url) or a \
                JSON Pointer (/data/items)
                """)
    }

    @Test func malformedLiteralPathIsReportedBeforeTheInputIsOpened() {
        let missing = URL(filePath: "/nowhere/at/all.json")
        expectError(.invalidPath) {
            try StreamImporter.objects(of: Int.self, from: missing, at: "a..b").collect()
        }
    }

    @Test func pathWithNegativeIndexIsAnError() throws {
        let outcome = try importAllChunkSizes(
            to: Int.self, from: Array("[1]".utf8), at: JSONPath([.index(-1)]))
        #expect(outcome.error?.code == .invalidPath)
    }

    @Test func objectAtPathIsOneRecord() async throws {
        let outcome = try await importAllVariants(
            to: Point.self, from: #"{"z":1,"data":{"x":1,"y":2},"w":[]}"#, at: "data")
        #expect(outcome.records == [Point(x: 1, y: 2)])
    }

    @Test func nullAtPathIsOneRecord() async throws {
        let optional = try await importAllVariants(to: Int?.self, from: #"{"data":null}"#, at: "data")
        #expect(optional.records == [nil])
        let required = try await importAllVariants(to: Int.self, from: #"{"data":null}"#, at: "data")
        #expect(required.error?.code == .typeMismatch)
        #expect(required.error?.path?.description == "$.data")
        #expect(required.error?.location?.offset == 8)
    }

    @Test(.allVariants) func recordsOfAllDuplicateKeysOnPathAreRead() async throws {
        let outcome = try await importAllVariants(to: Int.self, from: #"{"a":[1],"b":0,"a":[2,3]}"#, at: "a")
        #expect(outcome.records == [1, 2, 3])
    }

    @Test func errorPathStartsAtRoot() async throws {
        let text = #"{"data":{"items":[{"x":1},{"x":"two"}]}}"#
        let outcome = try await importAllVariants(to: Point.self, from: text, at: "data.items")
        #expect(outcome.records == [Point(x: 1)])
        #expect(
            outcome.message
                == #"typeMismatch at 1:32 (31), record 2, $.data.items[1].x: expected an integer, found "two""#
        )
        let nestedOutcome = try await importAllVariants(
            to: Point.self, from: #"{"a":[0,[{"x":1},{"x":true}]]}"#, at: "a[1]"
        ) {
            $0.coercion = .strict
        }
        #expect(
            nestedOutcome.message
                == #"typeMismatch at 1:23 (22), record 2, $.a[1][1].x: expected an integer, found true"#)
    }

    @Test func syntaxErrorAfterRecordsIsReported() async throws {
        for (tail, code) in [
            ("", ImportError.Code.unexpectedEnd), (",", .unexpectedEnd), ("]", .unexpectedToken),
            ("} 1", .trailingData),
            (#","z":tru}"#, .invalidToken),
        ] {
            let outcome = try await importAllVariants(to: Int.self, from: #"{"a":[1,2]"# + tail, at: "a")
            #expect(outcome.error?.code == code, "\(tail)")
            #expect(outcome.records == [1, 2])
        }
    }

    @Test func pathIsFollowedInEachLineAndSequenceValue() async throws {
        let text = "{\"a\":[1,2]}\n{\"b\":[9]}\n\n{\"a\":3}\n{\"a\":{\"a\":[8]}}\n"
        let outcome = try await importAllVariants(to: JSONValue.self, from: text, at: "a") {
            $0.format = .lines
        }
        #expect(
            outcome.records == [
                .number("1"), .number("2"), .number("3"), .object(["a": .array([.number("8")])]),
            ])
        let sequenceOutcome = try await importAllVariants(
            to: Int.self, from: #"{"a":[1,2]}{"b":[9]} {"a":3}"#, at: "a"
        ) {
            $0.format = .sequence
        }
        #expect(sequenceOutcome.records == [1, 2, 3])
    }

    @Test func pathMissingInAllLinesReportsPathNotFound() async throws {
        let outcome = try await importAllVariants(to: Int.self, from: "{\"b\":1}\n{\"c\":2}\n", at: "a") {
            $0.format = .lines
        }
        #expect(outcome.error?.code == .pathNotFound)
    }

    @Test func rejectedRecordAtPathKeepsOtherRecordsOfLine() async throws {
        for text in ["{\"a\":[1,\"x\",3]}\n", "{\"a\":[1]}\n{\"a\":[\"x\",3]}\n"] {
            let outcome = try await importAllVariants(to: Int.self, from: text, at: "a") {
                $0.format = .lines
                $0.errorPolicy = .collect()
            }
            #expect(outcome.records == [1, 3])
        }
    }

    @Test func linesAfterBrokenLineAreReadAtPath() async throws {
        let text = "{\"a\":[1]}\n{\"a\":[2,}\n{\"a\":[\"x\",3]}\n{\"a\":[4]}"
        let outcome = try await importAllVariants(to: Int.self, from: text, at: "a") {
            $0.format = .lines
            $0.errorPolicy = .collect()
        }
        #expect(outcome.records == [1, 2, 3, 4])
        #expect(outcome.summary?.rejectedRecords.map(\.error.code) == [.unexpectedToken, .typeMismatch])
    }
}
